// Shows where a question's words stand in a text.

function makePattern(terms) {
  const words = [...terms].sort((a, b) => b.length - a.length).map((term) => term.replace(/[^\p{L}\p{N}_]/gu, "\\$&"));
  return words.length ? new RegExp(`(?<![\\p{L}\\p{N}_])(${words.join("|")})|(${words.filter(isDense).join("|") || "(?!)"})`, "giu") : null;
}

// Scripts without spaces match inside a word too.
function isDense(word) {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);
}

export function Marked({ text, terms }) {
  const pattern = terms && makePattern(terms);
  if (!pattern) return text;
  const parts = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(pattern)) {
    parts.push(text.slice(end, index), <mark>{word}</mark>);
    end = index + word.length;
  }
  return [...parts, text.slice(end)];
}

// Returns about 240 characters around the first match, "" where the words stand in another form.
export function cutExcerpt(text, terms) {
  const found = text.search(makePattern(terms));
  if (found < 0) return "";
  const start = found < 100 ? 0 : text.indexOf(" ", found - 100) + 1;
  const end = Math.min(text.length, found + 140);
  const cut = text.slice(start, end).replace(/[#>*_`\s]+/g, " ").trim();
  return `${start ? "… " : ""}${cut}${end < text.length ? " …" : ""}`;
}
