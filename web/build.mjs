// Bundles the page's parts into florilegium/page/ (or the folder named): script, style, licences.
import { readFile, readdir, mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(process.argv[2] ?? join(here, "../florilegium/page"));

const result = await build({
  absWorkingDir: here,
  entryPoints: { bundle: "src/main.jsx", style: "src/style.css" },
  outdir: "out",
  write: false,
  bundle: true,
  minify: true,
  metafile: true,
  format: "iife",
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none", // all licences stand whole in LICENSES.txt
  jsx: "automatic",
  jsxImportSource: "preact",
});

// "node_modules/@scope/name/dist/x.js" belongs to the package "@scope/name".
function findPackage(input) {
  const [, ...parts] = input.split("node_modules/");
  return parts.at(-1)?.match(/^(?:@[^/]+\/)?[^/]+/)[0];
}

async function describeLicence(name) {
  const folder = join(here, "node_modules", name);
  const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).sort().find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file ? await readFile(join(folder, file), "utf8") : "The package names this licence and ships no text.";
  return `${name} ${version} (${license})\n\n${text.replaceAll("\r\n", "\n").trim()}\n`;
}

// Only what really went into the bundle: tree shaking may have left a package out.
const bundled = Object.values(result.metafile.outputs).flatMap(({ inputs }) =>
  Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([input]) => findPackage(input)),
);
const names = [...new Set(bundled.filter(Boolean))].sort();
const licences = await Promise.all(names.map(describeLicence));

await mkdir(target, { recursive: true });
for (const { path, text } of result.outputFiles) {
  await writeFile(join(target, path.endsWith(".css") ? "bundle.css" : "bundle.js"), text);
}
await writeFile(join(target, "LICENSES.txt"), licences.join(`\n${"-".repeat(72)}\n\n`));
