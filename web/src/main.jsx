// Starts the page: first paint from the catalogue alone, texts as they arrive.
import { render } from "preact";
import { App } from "./app.jsx";
import { readCatalogue } from "./data.js";

render(<App memory={readCatalogue()} />, document.getElementById("page"));
