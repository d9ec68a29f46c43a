import ts from "typescript";
import { returned } from "./calls.ts";
import { Evaluator } from "./evaluate.ts";
import { isTemplate, nodesOf, placeOf, type Sources } from "./sources.ts";
import { type Frame, type Given, type Piece, Uncomposable, type Value } from "./value.ts";
import { type Choose, variantsOf } from "./variants.ts";

/** A text as the database gets it, with what it was made of. */
export type Statement = {
  text: string;
  pieces: Piece[];
  /** The values of $1, $2 … */
  values: Given[];
  /** What runs it, or its template when that is elsewhere. */
  node: ts.Node;
  /** What its rows are said to be. */
  row?: ts.Type | undefined;
};

export type Finding = { place: string; says: string };

/** Of what it is not known which texts it can be. */
export type Unread = { place: string; expression: string };

const NONE: Frame = { given: new Map() };

/** Every statement that the sources can make, in every variant; and what cannot be followed. */
export function statementsOf(sources: Sources): { statements: Statement[]; unread: Unread[] } {
  const statements = new Map<string, Statement>();
  const unread: Unread[] = [];
  const met = new Set<ts.Node>();
  const add = (node: ts.Node, row: ts.Type | undefined, make: (evaluator: Evaluator) => Value): void => {
    try {
      for (const value of variantsOf((choose: Choose) => make(new Evaluator(sources, choose))))
        (value.is === "list" ? value.items : [value]).forEach((item, i) => {
          if (item.is !== "text") throw new Uncomposable(node);
          for (const template of item.templates) met.add(template);
          const statement = toStatement(node, i === 0 ? row : undefined, item.pieces);
          statements.set(`${placeOf(node)} ${i} ${statement.text}`, statement);
        });
    } catch (error) {
      if (!(error instanceof Uncomposable)) throw error;
      unread.push({ place: placeOf(node), expression: node.getText().split(/[\n`]/)[0]! });
    }
  };
  for (const call of sources.files.flatMap((file) => nodesOf(file, isRun))) {
    const [argument] = call.arguments;
    const last = call.expression.name.text === "closing";
    if (last)
      add(call, rowOf(sources.checker, call), (evaluator) => {
        const work = evaluator.evaluate(argument!, NONE);
        return work.is === "function" ? returned(evaluator, work, []) : work;
      });
    else if (new Evaluator(sources, () => 0).isStatement(argument!) !== "never")
      add(call, rowOf(sources.checker, call), (evaluator) => evaluator.evaluate(argument!, NONE));
  }
  // What is run elsewhere than where it is made: each template that is not inside of another.
  for (const template of sources.files.flatMap((file) => nodesOf(file, isTemplate)))
    if (!met.has(template)) add(template, undefined, (evaluator) => evaluator.evaluate(template, NONE));
  return { statements: [...statements.values()], unread };
}

type Run = ts.CallExpression & { expression: ts.PropertyAccessExpression };

const isRun = (node: ts.Node): node is Run =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ["query", "closing"].includes(node.expression.name.text) &&
  node.arguments.length > 0;

/** `Row` of a `Promise<Row[]>`, written or inferred. */
function rowOf(checker: ts.TypeChecker, call: ts.CallExpression): ts.Type | undefined {
  const rows = checker.getAwaitedType(checker.getTypeAtLocation(call));
  return rows && checker.getIndexTypeOfType(rows, ts.IndexKind.Number);
}

function toStatement(node: ts.Node, row: ts.Type | undefined, pieces: Piece[]): Statement {
  const values: Given[] = [];
  const text = pieces.map((piece) => ("text" in piece ? piece.text : `$${values.push(piece)}`)).join("");
  return { text, pieces, values, node, row };
}

/** Where a character of the text stands in the sources. */
export function placeIn({ pieces, node }: Statement, position: number): string {
  let before = 0;
  let count = 0;
  for (const piece of pieces) {
    const text = "text" in piece ? piece.text : `$${++count}`;
    if (position < before + text.length) {
      if (!("text" in piece)) return placeOf(piece.value);
      return placeOf(piece.from, text.slice(0, position - before).split("\n").length - 1);
    }
    before += text.length;
  }
  return placeOf(node);
}
