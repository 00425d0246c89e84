// The picture of the research: what the brief named and what each round added, theme by theme.
import { barX, plot, ruleX } from "@observablehq/plot";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { WIDE } from "./media.js";

const COVERED = 3; // sources from which a theme counts as covered
const HEIGHT = 14;

// Redraws when its box changes width; the numbers beside it say the same in words.
function Bars({ parts, most }) {
  const box = useRef(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => setWidth(Math.floor(contentRect.width)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!width) return;
    const chart = plot({
      width,
      height: HEIGHT,
      margin: 0,
      x: { domain: [0, most], axis: null },
      marks: [
        barX(parts, { x: "count", fill: "colour", insetRight: 1 }),
        ruleX([COVERED], { stroke: "var(--paper)", strokeWidth: 1.5 }),
        ruleX([COVERED], { stroke: "var(--ink)", strokeDasharray: "2,2" }),
      ],
    });
    chart.querySelector("style")?.remove(); // the page's policy allows one style sheet only, its own
    chart.setAttribute("aria-hidden", "true");
    box.current.replaceChildren(chart);
  }, [width, parts, most]);
  return <div class="bars" ref={box} />;
}

function listParts({ named, found }) {
  const rounds = found.map((count, round) => ({ name: `round ${round + 1}`, key: `round-${Math.min(round, 2)}`, count }));
  return [{ name: "brief", key: "named", count: named }, ...rounds].map((part) => ({
    ...part,
    colour: `var(--${part.key})`,
  }));
}

function describeStates(coverage) {
  const states = ["covered", "thin", "missing"].map((name) => [coverage.filter(({ state }) => state === name).length, name]);
  return states.filter(([count]) => count).map(([count, name]) => `${count} ${name}`).join(", ");
}

export function Coverage({ memory, chosen, onChoose }) {
  const { coverage } = memory;
  const rows = useMemo(() => coverage.map((row) => ({ ...row, parts: listParts(row) })), [coverage]);
  if (!rows.length) return null;
  const most = Math.max(COVERED + 1, ...coverage.map(({ sources }) => sources));
  return (
    <details class="coverage" open={WIDE.matches}>
      <summary>
        <h2>Coverage of the themes</h2>
        <span class="short">{describeStates(coverage)}</span>
      </summary>
      <div class="heading">
        <ul class="legend" aria-label="Colours of the bars">
          {rows[0].parts.map(({ name, key }) => (
            <li>
              <span class={`swatch ${key}`} /> {name}
            </li>
          ))}
          <li>
            <span class="swatch line" /> covered from {COVERED}
          </li>
        </ul>
      </div>
      {/* Its rows are grids, for the telephone; the roles keep it a table all the same. */}
      <table role="table">
        <caption class="hidden">Sources on each theme: named by the brief, then by the round that found them first</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">Theme</th>
            <th role="columnheader" scope="col">Where they came from</th>
            <th role="columnheader" scope="col" class="number">Sources</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ theme, state, sources, parts }) => (
            <tr role="row">
              <th role="rowheader" scope="row">
                <button type="button" class="plain" aria-pressed={chosen.includes(theme)} onClick={() => onChoose(theme)}>
                  {theme}
                </button>
              </th>
              <td role="cell" class="growth">
                <Bars parts={parts} most={most} />
                <span class="sum">{parts.map(({ count }) => count).join(" + ")}</span>
              </td>
              <td role="cell" class="number">
                {sources} <span class={`state ${state}`}>{state}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
