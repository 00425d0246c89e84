// What the builder embedded: the catalogue, and each source's layers in an element of their own.

export function readCatalogue() {
  const memory = JSON.parse(document.getElementById("catalogue").textContent);
  memory.entries.forEach((entry, number) => {
    entry.number = number;
    entry.lineage = expandTags(entry.tags);
  });
  return memory;
}

// Returns "" while the page is still arriving, and for a layer that a source does not have.
export function readLayer(layer, number) {
  const element = document.getElementById(`${layer}-${number}`);
  return element ? JSON.parse(element.textContent) : "";
}

// A source tagged "garden/roses" is also one on "garden".
function expandTags(tags) {
  const all = tags.flatMap((tag) => {
    const parts = tag.split("/");
    return parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
  });
  return [...new Set(all)];
}

export function whenComplete(action) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", action, { once: true });
  else action();
}
