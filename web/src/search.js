// Search over two indexes, both filled in the background: the catalogue first, then highlights and full texts.
import MiniSearch from "minisearch";
import { readLayer } from "./data.js";

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const SLICE_MS = 8; // of reading at a stretch, so that typing never waits for the background
const REPORTS = 10; // from nothing read to everything

// Returns the words of a text without case and accents; plain ASCII, most of a library, takes the short way.
export function tokenize(text) {
  const lower = text.toLowerCase();
  if (!/[^\x00-\x7f]/.test(lower)) return lower.match(/[a-z0-9_]+/g) ?? [];
  const words = lower.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC").match(/[\p{L}\p{N}_]+/gu) ?? [];
  return CJK.test(lower) ? words.flatMap((word) => word.match(CJK_RUN).flatMap(pairUp)) : words;
}

// Scripts without spaces become pairs of characters, so that two characters find something.
function pairUp(run) {
  const letters = [...run];
  if (!CJK.test(run) || letters.length < 2) return [run];
  return letters.slice(1).map((letter, place) => letters[place] + letter);
}

const shared = { idField: "number", tokenize, processTerm: (term) => term };

// Calls `take` for each entry, pausing between slices; `report` hears how many are done.
async function takeInSlices(entries, take, report) {
  let start = performance.now();
  for (const [done, entry] of entries.entries()) {
    take(entry);
    if (performance.now() - start > SLICE_MS) {
      report(done + 1);
      await new Promise((resume) => setTimeout(resume));
      start = performance.now();
    }
  }
}

function makeCatalogueIndex() {
  return new MiniSearch({
    ...shared,
    fields: ["title", "summary", "authors", "publication", "tags", "themes", "place"],
    extractField: (entry, field) => {
      if (field === "place") return [entry.location, entry.notebook].join(" ");
      return Array.isArray(entry[field]) ? entry[field].join(" ") : entry[field];
    },
    searchOptions: {
      boost: { title: 4, summary: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
}

function makeTextIndex() {
  return new MiniSearch({
    ...shared,
    fields: ["highlights", "full"],
    extractField: (entry, field) => (field === "number" ? entry.number : readLayer(field, entry.number)),
    searchOptions: { boost: { highlights: 3 }, prefix: (term) => term.length > 2 },
  });
}

export function openSearch(entries) {
  const catalogue = makeCatalogueIndex();
  const texts = makeTextIndex();

  // Reads everything once, the catalogue first; `report` hears the share that is done, in a few steps.
  async function read(report) {
    let last = 0;
    const tell = (done) => {
      const share = Math.floor((done / entries.length / 2) * REPORTS) / REPORTS;
      if (share > last) report((last = share));
    };
    await takeInSlices(entries, (entry) => catalogue.add(entry), tell);
    await takeInSlices(entries, (entry) => texts.add(entry), (done) => tell(entries.length + done));
    report(1);
  }

  // Returns a map from source to match; every word of the question must stand somewhere in the source.
  function find(question) {
    const wanted = new Set(tokenize(question));
    if (!wanted.size) return null;
    const matches = new Map();
    for (const index of [catalogue, texts]) {
      for (const { id, score, queryTerms, match } of index.search(question, { combineWith: "OR" })) {
        const known = matches.get(id) ?? { score: 0, asked: new Set(), terms: new Set(), fields: new Set() };
        known.score += score;
        queryTerms.forEach((term) => known.asked.add(term));
        Object.entries(match).forEach(([term, fields]) => {
          known.terms.add(term);
          fields.forEach((field) => known.fields.add(field));
        });
        matches.set(id, known);
      }
    }
    matches.forEach(({ asked }, id) => asked.size < wanted.size && matches.delete(id));
    return matches;
  }

  return { find, read };
}
