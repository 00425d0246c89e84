// The picture of the research: what each round added to each theme.
import { barX, plot, ruleX } from "@observablehq/plot";
import { useEffect, useRef, useState } from "preact/hooks";
import { WIDE } from "./media.js";

const COVERED = 3; // findings from which a theme counts as covered
const HEIGHT = 14;

// Redraws when its box changes width; the numbers beside it say the same in words.
function Bars({ found, most }) {
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
        barX(found, { x: (count) => count, fill: (_, round) => `var(--round-${Math.min(round, 2)})`, insetRight: 1 }),
        ruleX([COVERED], { stroke: "var(--paper)", strokeWidth: 1.5 }),
        ruleX([COVERED], { stroke: "var(--ink)", strokeDasharray: "2,2" }),
      ],
    });
    chart.querySelector("style")?.remove(); // the page's policy allows one style sheet only, its own
    chart.setAttribute("aria-hidden", "true");
    box.current.replaceChildren(chart);
  }, [width, found, most]);
  return <div class="bars" ref={box} />;
}

function describeGrowth(found) {
  const total = found.reduce((sum, count) => sum + count, 0);
  return found.length > 1 ? `${found.join(" + ")} = ${total}` : `${total}`;
}

function describeStates(coverage) {
  const states = ["covered", "thin", "missing"].map((name) => [coverage.filter(({ state }) => state === name).length, name]);
  return states.filter(([count]) => count).map(([count, name]) => `${count} ${name}`).join(", ");
}

export function Coverage({ memory, chosen, onChoose }) {
  const { coverage } = memory;
  if (!coverage.length) return null;
  const rounds = Math.max(...coverage.map(({ found }) => found.length));
  const most = Math.max(COVERED + 1, ...coverage.map(({ found }) => found.reduce((sum, count) => sum + count, 0)));
  return (
    <details class="coverage" open={WIDE.matches}>
      <summary>
        <h2>Coverage of the themes</h2>
        <span class="short">{describeStates(coverage)}</span>
      </summary>
      <div class="heading">
        <ul class="legend" aria-label="Colours of the bars">
          {Array.from({ length: rounds }, (_, round) => (
            <li>
              <span class={`swatch round-${Math.min(round, 2)}`} /> round {round + 1}
            </li>
          ))}
          <li>
            <span class="swatch line" /> covered from {COVERED}
          </li>
        </ul>
      </div>
      {/* Its rows are grids, for the telephone; the roles keep it a table all the same. */}
      <table role="table">
        <caption class="hidden">Findings on each theme, by the round that first found them</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">Theme</th>
            <th role="columnheader" scope="col">Found, by round</th>
            <th role="columnheader" scope="col" class="number">In this memory</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {coverage.map(({ theme, state, sources, found }) => (
            <tr role="row">
              <th role="rowheader" scope="row">
                <button type="button" class="plain" aria-pressed={chosen.includes(theme)} onClick={() => onChoose(theme)}>
                  {theme}
                </button>
              </th>
              <td role="cell" class="growth">
                <Bars found={found} most={most} />
                <span class="sum">{describeGrowth(found)}</span>
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
