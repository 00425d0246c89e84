// The whole page: heading, coverage, search, facets, list.
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Coverage } from "./coverage.jsx";
import { whenComplete } from "./data.js";
import { NO_FILTERS, countFilters, filterEntries, sortEntries, toggleValue } from "./facets.js";
import { Filters } from "./filters.jsx";
import { WIDE } from "./media.js";
import { openSearch } from "./search.js";
import { Source } from "./source.jsx";
import { ThemeSwitch } from "./theme.jsx";

const SHOWN_FIRST = 10; // more than a screen holds; the rest comes as the list is read
const SHOWN_AT_ONCE = 30;
const PAUSE_MS = 60; // between the last key and the search

function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

// Opens the search once the page is whole; without a question nothing waits for the reading.
function useSearch(entries, question) {
  const [search, setSearch] = useState(null);
  const [share, setShare] = useState(0);
  const [asked, setAsked] = useState("");
  useEffect(() => {
    whenComplete(() =>
      setTimeout(() => {
        const opened = openSearch(entries);
        setSearch(opened);
        opened.read(setShare);
      }),
    );
  }, [entries]);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(question), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [question]);
  const step = asked ? share : 0;
  const matches = useMemo(() => search?.find(asked) ?? null, [search, asked, step]);
  return { matches, share };
}

// Shows more as the end of the list comes into view; the button does the same by hand.
function List({ entries, matches, onMove }) {
  const [shown, setShown] = useState(SHOWN_FIRST);
  const end = useRef(null);
  useEffect(() => setShown(SHOWN_FIRST), [entries]);
  useEffect(() => {
    if (!end.current) return undefined;
    const observer = new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) setShown((known) => known + SHOWN_AT_ONCE);
    }, { rootMargin: "600px" });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [entries, shown]);
  const more = entries.length - shown;
  return (
    <>
      <ol class="sources">
        {entries.slice(0, shown).map((entry) => (
          <Source key={entry.id} entry={entry} match={matches?.get(entry.number)} onMove={onMove} />
        ))}
      </ol>
      {more > 0 && (
        <button type="button" class="more" ref={end} onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Show {Math.min(more, SHOWN_AT_ONCE)} more of {more}
        </button>
      )}
    </>
  );
}

// Up and down go from title to title; up from the first goes back to the search.
function moveFocus(event, input) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const titles = [...document.querySelectorAll(".sources .title")];
  const target = titles[titles.indexOf(event.currentTarget) + step] ?? (step < 0 ? input : null);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function Status({ entries, memory, share, question }) {
  const reading = question && share < 1 ? `; ${Math.round(share * 100)} % read` : "";
  return (
    <p class="status" role="status">
      {entries.length === memory.entries.length
        ? count(entries.length, "source")
        : `${entries.length.toLocaleString("en")} of ${count(memory.entries.length, "source")}`}
      {reading}
    </p>
  );
}

export function App({ memory }) {
  const [question, setQuestion] = useState("");
  const [filters, setFilters] = useState(NO_FILTERS);
  const [order, setOrder] = useState("match");
  const input = useRef(null);
  const { matches, share } = useSearch(memory.entries, question);
  const found = useMemo(
    () => (matches ? memory.entries.filter(({ number }) => matches.has(number)) : memory.entries),
    [memory, matches],
  );
  const entries = useMemo(
    () => sortEntries(filterEntries(found, filters), order, matches),
    [found, filters, order, matches],
  );
  const onMove = useCallback((event) => moveFocus(event, input.current), []);
  const active = countFilters(filters);

  useEffect(() => {
    const listen = (event) => {
      if (event.key === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        input.current.select();
        input.current.focus();
      }
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <a class="skip" href="#sources">
        Skip to the sources
      </a>
      <header>
        <div class="masthead">
          <p class="kind">A memory of {count(memory.entries.length, "source")}</p>
          <ThemeSwitch />
        </div>
        <h1>{memory.title}</h1>
        <p class="brief">{memory.brief}</p>
      </header>
      <main>
        <Coverage
          memory={memory}
          chosen={filters.theme}
          onChoose={(theme) => setFilters((known) => toggleValue(known, "theme", theme))}
        />
        <section id="sources" tabIndex={-1} aria-label="Sources">
          <h2 class="hidden">Sources</h2>
          <search class="bar">
            <label class="ask">
              <span class="hidden">Search titles, summaries, highlights and full texts</span>
              <input
                ref={input}
                type="search"
                autocomplete="off"
                spellcheck={false}
                placeholder="Search titles, highlights, full texts"
                aria-keyshortcuts="Control+K"
                value={question}
                onInput={(event) => setQuestion(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === "Escape") setQuestion("");
                  if (event.key === "ArrowDown") moveFocus(event, null);
                }}
              />
            </label>
            <label class="order">
              <span>Sort by</span>
              <select value={order} onChange={(event) => setOrder(event.currentTarget.value)}>
                <option value="match">best match</option>
                <option value="score">score</option>
                <option value="newest">newest</option>
                <option value="title">title</option>
              </select>
            </label>
            <Status entries={entries} memory={memory} share={share} question={question} />
          </search>
          <div class="columns">
            <details class="side" open={WIDE.matches}>
              <summary>Filters{active ? ` (${active})` : ""}</summary>
              <Filters entries={found} filters={filters} onChange={setFilters} />
            </details>
            <div class="results">
              {entries.length ? (
                <List entries={entries} matches={matches} onMove={onMove} />
              ) : (
                <p class="nothing">Nothing here fits. Take a word or a filter away.</p>
              )}
            </div>
          </div>
        </section>
      </main>
    </>
  );
}
