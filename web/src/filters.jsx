// The facets beside the list.
import { useMemo, useState } from "preact/hooks";
import { FACETS, NO_FILTERS, countFilters, countValues, toggleValue } from "./facets.js";

const SHOWN_VALUES = 7;

function Facet({ facet, entries, filters, onChange }) {
  const [whole, setWhole] = useState(false);
  const counts = useMemo(() => countValues(entries, filters, facet), [entries, filters, facet]);
  if (!counts.length) return null;
  const ticked = filters[facet.key];
  const shown = whole ? counts : counts.filter(([value], place) => place < SHOWN_VALUES || ticked.includes(value));
  const more = counts.length - shown.length;
  return (
    <fieldset>
      <legend>{facet.name}</legend>
      <div class="values">
        {shown.map(([value, count]) => (
          <label key={value}>
            <input
              type="checkbox"
              name={facet.key}
              value={value}
              checked={ticked.includes(value)}
              onChange={() => onChange(toggleValue(filters, facet.key, value))}
            />
            <span class="value">{facet.label?.(value) ?? value}</span>
            <span class="count">{count}</span>
          </label>
        ))}
      </div>
      {(more > 0 || whole) && (
        <button type="button" class="quiet" onClick={() => setWhole(!whole)}>
          {whole ? `Fewer: ${facet.name.toLowerCase()}s` : `${more} more ${facet.name.toLowerCase()}s`}
        </button>
      )}
    </fieldset>
  );
}

function Switch({ name, label, filters, onChange }) {
  return (
    <label>
      <input
        type="checkbox"
        name={name}
        checked={filters[name]}
        onChange={() => onChange({ ...filters, [name]: !filters[name] })}
      />
      <span class="value">{label}</span>
    </label>
  );
}

export function Filters({ entries, filters, onChange }) {
  const active = countFilters(filters);
  return (
    <div class="facets">
      <fieldset>
        <legend>Score</legend>
        <label class="slider">
          <span class="value">
            At least <output>{filters.score.toFixed(2)}</output>
          </span>
          <input
            type="range"
            name="score"
            min="0"
            max="1"
            step="0.05"
            value={filters.score}
            aria-valuetext={`at least ${filters.score.toFixed(2)}`}
            onInput={(event) => onChange({ ...filters, score: Number(event.currentTarget.value) })}
          />
        </label>
        <Switch name="seeds" label="Named by the brief" filters={filters} onChange={onChange} />
        <Switch name="marked" label="With my highlights" filters={filters} onChange={onChange} />
      </fieldset>
      {FACETS.map((facet) => (
        <Facet key={facet.key} facet={facet} entries={entries} filters={filters} onChange={onChange} />
      ))}
      <button type="button" class="clear" disabled={!active} onClick={() => onChange(NO_FILTERS)}>
        Clear all filters
      </button>
    </div>
  );
}
