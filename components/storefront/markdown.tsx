import { fromMarkdown } from "mdast-util-from-markdown";
import { Fragment, type ReactNode } from "react";

type Node = ReturnType<typeof fromMarkdown>["children"][number];
type Definitions = ReadonlyMap<string, string>;

/** What a page may link to: the web, a mail program, a telephone. */
const LINKED = /^(https?:\/\/|mailto:|tel:)/i;
/** Below the page's own heading. */
const HEADINGS = ["h2", "h3", "h4", "h5", "h6", "h6"] as const;
const HEADING_LOOKS = ["mt-10 text-2xl", "mt-8 text-xl", "mt-6 text-lg", "mt-6", "mt-6", "mt-6"];

/**
 * A reseller's Markdown as a page. Only what Markdown knows is made of it: HTML is shown as it was typed, pictures are
 * their description, and a link that leads to a script is text.
 */
export function Markdown({ text }: { text: string }) {
  const { children } = fromMarkdown(text);
  const definitions = new Map(
    children.flatMap((node): [string, string][] => (node.type === "definition" ? [[node.identifier, node.url]] : [])),
  );
  return (
    <div className="leading-relaxed [overflow-wrap:anywhere] *:first:mt-0">
      {shown(children as Node[], definitions)}
    </div>
  );
}

const shown = (nodes: Node[], definitions: Definitions): ReactNode[] =>
  nodes.map((node, i) => <Fragment key={node.position?.start.offset ?? i}>{one(node, definitions)}</Fragment>);

function one(node: Node, definitions: Definitions): ReactNode {
  const inside = "children" in node ? shown(node.children as Node[], definitions) : null;
  switch (node.type) {
    case "text":
      return node.value;
    case "paragraph":
      return <p className="mt-4 first:mt-0">{inside}</p>;
    case "heading": {
      const Heading = HEADINGS[node.depth - 1]!;
      return <Heading className={`font-semibold tracking-tight ${HEADING_LOOKS[node.depth - 1]}`}>{inside}</Heading>;
    }
    case "list": {
      const List = node.ordered ? "ol" : "ul";
      return (
        <List
          start={node.ordered ? (node.start ?? undefined) : undefined}
          className={`mt-4 grid gap-1.5 ps-6 ${node.ordered ? "list-decimal" : "list-disc"}`}
        >
          {inside}
        </List>
      );
    }
    case "listItem":
      return <li>{inside}</li>;
    case "strong":
      return <strong className="font-semibold">{inside}</strong>;
    case "emphasis":
      return <em>{inside}</em>;
    case "link":
      return <To url={node.url}>{inside}</To>;
    case "linkReference":
      return <To url={definitions.get(node.identifier) ?? ""}>{inside}</To>;
    case "blockquote":
      return <blockquote className="mt-4 border-line border-s-4 ps-4 text-ink-soft">{inside}</blockquote>;
    case "inlineCode":
      return <code className="font-mono text-[0.9em]">{node.value}</code>;
    case "code":
    case "html":
      return node.type === "html" && !node.value.includes("\n") ? (
        node.value
      ) : (
        <pre className="mt-4 whitespace-pre-wrap font-mono text-sm">{node.value}</pre>
      );
    case "image":
    case "imageReference":
      return node.alt ?? null;
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr className="mt-8 border-line" />;
    default:
      return inside;
  }
}

function To({ url, children }: { url: string; children: ReactNode }) {
  if (!LINKED.test(url)) return children;
  return (
    <a href={url} rel="noreferrer" className="text-brand-text underline">
      {children}
    </a>
  );
}
