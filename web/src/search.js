// Search in two steps: the catalogue at once, highlights and full texts as they are read in the background.
import MiniSearch from "minisearch";
import { readLayer } from "./data.js";

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const TEXTS_A_STEP = 16; // few enough that typing never waits for the background

// Scripts without spaces become pairs of characters, so that two characters find something.
export function tokenize(text) {
  return (text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []).flatMap((word) =>
    CJK.test(word) ? word.match(RUNS).flatMap(pairUp) : [word],
  );
}

function pairUp(run) {
  const letters = [...run];
  if (!CJK.test(run) || letters.length < 2) return [run];
  return letters.slice(1).map((letter, place) => letters[place] + letter);
}

export function fold(term) {
  return term.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const shared = { idField: "number", tokenize, processTerm: (term) => fold(term) || null };

function indexCatalogue(entries) {
  const index = new MiniSearch({
    ...shared,
    fields: ["title", "summary", "people", "labels"],
    extractField: (entry, field) => {
      if (field === "people") return [...entry.authors, entry.publication].join(" ");
      if (field === "labels") return [...entry.tags, ...entry.themes, entry.location, entry.notebook].join(" ");
      return entry[field];
    },
    searchOptions: {
      boost: { title: 4, summary: 2 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(entries);
  return index;
}

export function openSearch(entries) {
  const catalogue = indexCatalogue(entries);
  const texts = new MiniSearch({
    ...shared,
    fields: ["highlights", "full"],
    searchOptions: { boost: { highlights: 3 }, prefix: (term) => term.length > 2 },
  });

  // Reads every text once; `report` hears the share that is done.
  async function readTexts(report) {
    for (let start = 0; start < entries.length; start += TEXTS_A_STEP) {
      const step = entries.slice(start, start + TEXTS_A_STEP).map(({ number }) => ({
        number,
        highlights: readLayer("highlights", number),
        full: readLayer("full", number),
      }));
      texts.addAll(step);
      report(Math.min(1, (start + TEXTS_A_STEP) / entries.length));
      await new Promise((resume) => setTimeout(resume));
    }
  }

  // Returns a map from source to match; every word of the question must stand somewhere in the source.
  function find(question) {
    const wanted = new Set(tokenize(question).map(fold).filter(Boolean));
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

  return { find, readTexts };
}
