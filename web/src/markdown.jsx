// Markdown to elements by way of a syntax tree: HTML in a note is a leaf of text, so nothing of it can run.
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";

const LONGEST = 200_000; // characters; what is longer is shown as it is, at once
const TOP_LEVEL = 4; // a source's title has level 3

export function Markdown({ text }) {
  if (text.length > LONGEST) return <pre class="plain">{text}</pre>;
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  return <div class="prose">{showAll(tree, { level: TOP_LEVEL - 1, depths: findDepths(tree) })}</div>;
}

export function isWebAddress(address) {
  return /^https?:\/\//i.test(address ?? "");
}

function findDepths(tree) {
  const depths = tree.children.filter(({ type }) => type === "heading").map(({ depth }) => depth);
  return [...new Set(depths)].sort();
}

function showAll(node, state) {
  return node.children.map((child) => (SHOWN[child.type] ?? showUnknown)(child, state));
}

function showUnknown(node, state) {
  return node.children ? <p>{showAll(node, state)}</p> : (node.value ?? "");
}

// Headings go down one level at a time, whatever the note does.
function showHeading(node, state) {
  const wanted = TOP_LEVEL + Math.max(0, state.depths.indexOf(node.depth));
  state.level = Math.min(6, wanted, Math.max(state.level, TOP_LEVEL - 1) + 1);
  const Heading = `h${state.level}`;
  return <Heading>{showAll(node, state)}</Heading>;
}

function showLink(node, state) {
  const content = showAll(node, state);
  if (!isWebAddress(node.url)) return <span class="inert">{content}</span>;
  return (
    <a href={node.url} rel="noreferrer noopener" target="_blank">
      {content}
    </a>
  );
}

function showTable(node, state) {
  const [head, ...rows] = node.children;
  const cells = (row, Cell) => row.children.map((cell) => <Cell>{showAll(cell, state)}</Cell>);
  return (
    <div class="wide" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>{cells(head, "th")}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>{cells(row, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SHOWN = {
  text: (node) => node.value,
  html: (node) => <code class="raw">{node.value}</code>,
  break: () => <br />,
  thematicBreak: () => <hr />,
  paragraph: (node, state) => <p>{showAll(node, state)}</p>,
  heading: showHeading,
  blockquote: (node, state) => <blockquote>{showAll(node, state)}</blockquote>,
  list: (node, state) =>
    node.ordered ? <ol start={node.start ?? 1}>{showAll(node, state)}</ol> : <ul>{showAll(node, state)}</ul>,
  listItem: (node, state) => <li>{showAll(node, state)}</li>,
  emphasis: (node, state) => <em>{showAll(node, state)}</em>,
  strong: (node, state) => <strong>{showAll(node, state)}</strong>,
  inlineCode: (node) => <code>{node.value}</code>,
  code: (node) => (
    <pre tabIndex={0}>
      <code>{node.value}</code>
    </pre>
  ),
  link: showLink,
  linkReference: (node, state) => <span class="inert">{showAll(node, state)}</span>,
  image: (node) => <span class="inert">[image: {node.alt || node.url}]</span>,
  imageReference: (node) => <span class="inert">[image: {node.alt || node.label}]</span>,
  definition: () => null,
  table: showTable,
};
