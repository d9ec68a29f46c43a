import ts from "typescript";
import { columnOf } from "#server/kernel/column-names.ts";
import { type Kind, kindsOf } from "./kinds.ts";
import type { Evaluating, Piece, Value } from "./value.ts";

/** What `moveStatement` makes of the types that it is given: every column that may be changed and every one that is asked about. */
export function moveOf({ sources: { checker } }: Evaluating, node: ts.CallExpression): Value {
  const [table, , read, changes] = node.arguments;
  if (!table || !ts.isStringLiteral(table) || !read || !changes) return { is: "unknown", node };
  const columns = (from: ts.Expression) => [...columnsOf(checker, from)];
  const set = columns(changes).map(([name, kinds]): Piece[] => [
    { text: `${columnOf(name)} = `, from: changes },
    { value: changes, name, kinds: new Set([...kinds].map(asWritten)) },
  ]);
  const as = columns(read).map(([name, kinds]): Piece[] => {
    const list = [...kinds].find((kind) => kind.endsWith("[]"));
    const value: Piece = { value: read, name, kinds: list ? new Set([list]) : kinds };
    const [before, behind] = list ? ["any(", ")"] : ["", ""];
    return [{ text: `${columnOf(name)} = ${before}`, from: read }, value, { text: behind, from: read }];
  });
  const between = (all: Piece[][], text: string): Piece[] =>
    all.flatMap((pieces, i) => (i === 0 ? pieces : [{ text, from: node }, ...pieces]));
  return {
    is: "text",
    pieces: [
      { text: `update ${table.text} set `, from: table },
      ...between(set, ", "),
      { text: " where ", from: node },
      ...between(as, " and "),
    ],
    templates: [],
  };
}

function columnsOf(checker: ts.TypeChecker, from: ts.Expression): Map<string, Set<Kind>> {
  const type = checker.getTypeAtLocation(from);
  const columns = new Map<string, Set<Kind>>();
  for (const each of type.isUnion() ? type.types : [type])
    for (const property of each.getProperties()) {
      const kinds = kindsOf(checker, checker.getTypeOfSymbolAtLocation(property, from));
      columns.set(property.name, new Set([...(columns.get(property.name) ?? []), ...kinds]));
    }
  return columns;
}

/** As `kernel/moves.ts` writes them. */
const asWritten = (kind: Kind): Kind => (kind === "Money" || kind.endsWith("[]") ? "string" : kind);
