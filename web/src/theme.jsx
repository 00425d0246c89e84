// Light, dark, or as the system says.
import { useState } from "preact/hooks";

const CHOICES = ["auto", "light", "dark"];
const KEY = "florilegium-theme";

// A page opened from a disk may have no storage: the choice then lasts as long as the page.
function remember(choice) {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    return;
  }
}

function recall() {
  try {
    return CHOICES.includes(localStorage.getItem(KEY)) ? localStorage.getItem(KEY) : "auto";
  } catch {
    return "auto";
  }
}

function apply(choice) {
  document.documentElement.dataset.theme = choice;
  return choice;
}

export function ThemeSwitch() {
  const [choice, setChoice] = useState(() => apply(recall()));
  return (
    <fieldset class="theme">
      <legend class="hidden">Colours</legend>
      {CHOICES.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="theme"
            value={name}
            checked={choice === name}
            onChange={() => {
              remember(name);
              setChoice(apply(name));
            }}
          />
          <span>{name[0].toUpperCase() + name.slice(1)}</span>
        </label>
      ))}
    </fieldset>
  );
}
