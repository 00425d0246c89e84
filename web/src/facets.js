// Facets: within one, any of the values ticked; across them, all.

export const ORIGINS = {
  obsidian: "Obsidian",
  readwise: "Readwise",
  notebooklm: "NotebookLM",
  web: "Web",
  file: "File",
};

export const FACETS = [
  { key: "origin", name: "Origin", values: (entry) => [entry.origin], label: (value) => ORIGINS[value] ?? value },
  { key: "theme", name: "Theme", values: (entry) => entry.themes },
  { key: "tag", name: "Tag", values: (entry) => entry.lineage, label: (value) => `#${value}` },
  { key: "author", name: "Author", values: (entry) => entry.authors },
];

export const NO_FILTERS = { origin: [], theme: [], tag: [], author: [], score: 0, seeds: false, marked: false };

export function countFilters(filters) {
  const ticked = FACETS.reduce((sum, { key }) => sum + filters[key].length, 0);
  return ticked + (filters.score > 0) + filters.seeds + filters.marked;
}

export function toggleValue(filters, key, value) {
  const chosen = filters[key];
  const next = chosen.includes(value) ? chosen.filter((item) => item !== value) : [...chosen, value];
  return { ...filters, [key]: next };
}

function passes(entry, filters, ignored) {
  if (entry.relevance_score < filters.score) return false;
  if (filters.seeds && !entry.seed) return false;
  if (filters.marked && !entry.uri_highlights) return false;
  return FACETS.every(({ key, values }) => {
    if (key === ignored || !filters[key].length) return true;
    return values(entry).some((value) => filters[key].includes(value));
  });
}

export function filterEntries(entries, filters) {
  return entries.filter((entry) => passes(entry, filters));
}

// Counts what each value would leave, with the other facets as they are; the commonest first.
export function countValues(entries, filters, { key, values }) {
  const counts = new Map(filters[key].map((value) => [value, 0]));
  for (const entry of entries) {
    if (!passes(entry, filters, key)) continue;
    for (const value of new Set(values(entry))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

const newest = (entry) => entry.published ?? entry.saved ?? "";
const ORDERS = {
  score: () => 0, // the catalogue's own order: seeds first, then by score
  match: (a, b, matches) => (matches ? matches.get(b.number).score - matches.get(a.number).score : 0),
  newest: (a, b) => (newest(a) < newest(b) ? 1 : newest(a) > newest(b) ? -1 : 0),
  title: (a, b) => a.title.localeCompare(b.title, "en"),
};

export function sortEntries(entries, order, matches) {
  return [...entries].sort((a, b) => ORDERS[order](a, b, matches) || a.number - b.number);
}
