// One source: what it is, and its three layers opening in place.
import { memo } from "preact/compat";
import { useMemo, useState } from "preact/hooks";
import { readLayer } from "./data.js";
import { ORIGINS } from "./facets.js";
import { Markdown, isWebAddress } from "./markdown.jsx";
import { Marked, cutExcerpt } from "./marking.jsx";

const FIELD_NAMES = {
  title: "title",
  summary: "summary",
  authors: "author",
  publication: "publication",
  tags: "tags",
  themes: "themes",
  place: "place",
  highlights: "highlights",
  full: "full text",
};

function describe(entry) {
  const place = [ORIGINS[entry.origin] ?? entry.origin, entry.location].filter(Boolean).join(" / ");
  return [entry.authors.join(", "), entry.publication, entry.published ?? entry.saved, place].filter(Boolean);
}

function countWords(count) {
  return `${count.toLocaleString("en")} ${count === 1 ? "word" : "words"}`;
}

// Says in which layer the question was found, and shows the place when it is not in sight.
function Found({ entry, match }) {
  const layer = ["highlights", "full"].find((field) => match.fields.has(field));
  const excerpt = useMemo(
    () => (layer ? cutExcerpt(readLayer(layer, entry.number).replace(/^# .*/, ""), match.terms) : ""),
    [layer, entry, match],
  );
  const places = Object.keys(FIELD_NAMES).filter((field) => match.fields.has(field));
  return (
    <p class="found">
      <span class="where">Found in {places.map((field) => FIELD_NAMES[field]).join(", ")}</span>
      {excerpt && (
        <q>
          <Marked text={excerpt} terms={match.terms} />
        </q>
      )}
    </p>
  );
}

function Address({ address }) {
  if (!isWebAddress(address)) return address;
  return (
    <a href={address} rel="noreferrer noopener" target="_blank">
      {address}
    </a>
  );
}

function Provenance({ entry }) {
  const rows = [
    ["Origin", [ORIGINS[entry.origin] ?? entry.origin, entry.location].filter(Boolean).join(" / ")],
    ["Original path", entry.original_path],
    ["Address", entry.source_url && <Address address={entry.source_url} />],
    ["Notebook", entry.notebook],
    ["Published", entry.published],
    ["Saved", entry.saved],
    ["Also in", entry.also_in.map((copy) => `${ORIGINS[copy.origin]}: ${copy.original_path} (${copy.reason})`)],
    ["Found by", entry.found_by],
    ["Themes", entry.themes],
    ["Why this score", `${entry.relevance_score.toFixed(2)}, from ${entry.signal}: ${entry.reason}`],
    ["In this folder", [entry.uri_highlights, entry.uri_full].filter(Boolean)],
  ];
  return (
    <dl class="provenance">
      {rows
        .filter(([, value]) => (Array.isArray(value) ? value.length : value))
        .map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            {[value].flat().map((item) => (
              <dd>{item}</dd>
            ))}
          </div>
        ))}
    </dl>
  );
}

const LAYERS = [
  {
    key: "summary",
    label: () => "Summary",
    show: (entry) => <p class="prose">{entry.summary || "The source has no summary."}</p>,
  },
  {
    key: "highlights",
    label: (entry) => (entry.highlights ? `Highlights (${entry.highlights})` : "My notes"),
    absent: (entry) => !entry.uri_highlights,
    show: (entry) => <Markdown text={readLayer("highlights", entry.number)} />,
  },
  {
    key: "full",
    label: (entry) => `Full text (${countWords(entry.words)})`,
    show: (entry) => <Markdown text={readLayer("full", entry.number)} />,
  },
  { key: "provenance", label: () => "Where from", show: (entry) => <Provenance entry={entry} /> },
];

function Layer({ layer, entry }) {
  const content = useMemo(() => layer.show(entry), [layer, entry]);
  return (
    <section class={`layer ${layer.key}`} id={`${layer.key}-of-${entry.number}`} aria-label={`${layer.label(entry)}: ${entry.title}`}>
      {content}
    </section>
  );
}

export const Source = memo(function Source({ entry, match, onMove }) {
  const [open, setOpen] = useState([]);
  const toggle = (key) =>
    setOpen((known) => (known.includes(key) ? known.filter((item) => item !== key) : [...known, key]));
  const layers = LAYERS.filter(({ absent }) => !absent?.(entry));
  return (
    <li class="source" data-id={entry.id}>
      <article aria-labelledby={`title-${entry.number}`}>
        <div class="top">
          <h3 id={`title-${entry.number}`}>
            <button type="button" class="title" aria-expanded={open.includes("summary")} onClick={() => toggle("summary")} onKeyDown={onMove}>
              <Marked text={entry.title} terms={match?.terms} />
            </button>
          </h3>
          <p class="score">
            <span class="hidden">Score </span>
            {entry.relevance_score.toFixed(2)}
            {entry.seed && <span class="seed">seed</span>}
            {entry.pinned && <span class="seed">pinned</span>}
          </p>
        </div>
        <p class="meta">
          {describe(entry).map((part) => (
            <span>{part}</span>
          ))}
        </p>
        {entry.summary && !open.includes("summary") && (
          <p class="glimpse">
            <Marked text={entry.summary} terms={match?.terms} />
          </p>
        )}
        {match && <Found entry={entry} match={match} />}
        <div class="layers" role="group" aria-label={`Layers of ${entry.title}`}>
          {layers.map((layer) => (
            <button
              type="button"
              key={layer.key}
              class={layer.key}
              aria-expanded={open.includes(layer.key)}
              aria-controls={open.includes(layer.key) ? `${layer.key}-of-${entry.number}` : undefined}
              onClick={() => toggle(layer.key)}
            >
              {layer.label(entry)}
            </button>
          ))}
        </div>
        {layers
          .filter(({ key }) => open.includes(key))
          .map((layer) => (
            <Layer key={layer.key} layer={layer} entry={entry} />
          ))}
      </article>
    </li>
  );
});
