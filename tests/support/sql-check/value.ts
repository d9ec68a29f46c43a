import type ts from "typescript";
import type { Kind } from "./kinds.ts";
import type { Sources } from "./sources.ts";
import type { Choose } from "./variants.ts";

/** A part of a statement's text, or a value that is given with it. */
export type Piece = { text: string; from: ts.Node } | Given;

/** A value is an expression, or something in it of this name and these kinds. */
export type Given = { value: ts.Expression; name?: string; kinds?: Set<Kind> };

/** What an expression amounts to, as far as statements are made of it. */
export type Value =
  | { is: "text"; pieces: Piece[]; templates: ts.Node[] }
  | { is: "list"; items: Value[] }
  | { is: "object"; node: ts.ObjectLiteralExpression; frame: Frame }
  | { is: "function"; node: ts.FunctionLikeDeclaration; frame: Frame }
  /** No statement: undefined, false, null. */
  | { is: "nothing" }
  /** A value of the program, known when it runs. */
  | { is: "unknown"; node: ts.Node };

/** What parameters stand for: of the function that is looked into and of those that it is called from. */
export type Frame = { given: Map<ts.ParameterDeclaration, () => Value>; outer?: Frame };

/** How a text is made is not understood here. */
export class Uncomposable extends Error {
  readonly node: ts.Node;

  constructor(node: ts.Node) {
    super(node.getText());
    this.node = node;
  }
}

/** Follows expressions to the templates that they are made of. */
export type Evaluating = {
  sources: Sources;
  choose: Choose;
  evaluate(node: ts.Expression, frame: Frame): Value;
  property(of: Value, name: string, node: ts.Node): Value;
};
