import ts from "typescript";
import { moveOf } from "./moves.ts";
import { nodesOf, placeOf } from "./sources.ts";
import type { Evaluating, Frame, Value } from "./value.ts";
import { Impossible } from "./variants.ts";

type Argument = () => Value;

/** What a call returns: of functions of the sources, of lists' methods, of `Promise.all`. */
export function callOf(evaluator: Evaluating, node: ts.CallExpression, frame: Frame): Value {
  const { expression: callee } = node;
  if (evaluator.sources.checker.getTypeAtLocation(node).flags & ts.TypeFlags.Never) throw new Impossible();
  if (callee.getText() === "moveStatement") return moveOf(evaluator, node);
  const given = node.arguments.map((argument) => () => evaluator.evaluate(argument, frame));
  // Of several statements at once, and of one that is planned anew, the text is what was given.
  if (["Promise.all", "plannedAnew"].includes(callee.getText())) return given[0]!();
  if (callee.getText() === "Object.values") return valuesOf(evaluator, given[0]!(), node);
  if (ts.isPropertyAccessExpression(callee)) {
    const of = evaluator.evaluate(callee.expression, frame);
    const made = listMethod(evaluator, of, callee.name.text, given, node);
    if (made) return made;
    if (of.is !== "object") return { is: "unknown", node };
  }
  const called = evaluator.evaluate(callee, frame);
  return called.is === "function" ? returned(evaluator, called, given) : { is: "unknown", node };
}

/** What the properties of an object are, one after the other. */
function valuesOf(evaluator: Evaluating, of: Value, node: ts.CallExpression): Value {
  if (of.is !== "object") return { is: "unknown", node };
  const names = of.node.properties.map((property) => property.name?.getText());
  if (names.includes(undefined)) return { is: "unknown", node };
  return { is: "list", items: names.map((name) => evaluator.property(of, name!, node)) };
}

type Called = Extract<Value, { is: "function" }>;

/** What a function returns when it is given this; every `return` is one variant. */
export function returned(evaluator: Evaluating, { node, frame }: Called, given: Argument[]): Value {
  const inner: Frame = { given: new Map(), outer: frame };
  node.parameters.forEach((parameter, i) => {
    const { initializer } = parameter;
    inner.given.set(parameter, () => {
      const value: Value = given[i]?.() ?? { is: "nothing" };
      return value.is === "nothing" && initializer ? evaluator.evaluate(initializer, inner) : value;
    });
  });
  const { body } = node;
  if (!body) return { is: "unknown", node };
  if (!ts.isBlock(body)) return evaluator.evaluate(body, inner);
  const returns = nodesOf(body, ts.isReturnStatement).filter(
    (each) => ts.findAncestor(each, ts.isFunctionLike) === node && each.expression,
  );
  if (returns.length === 0) return { is: "nothing" };
  return evaluator.evaluate(
    returns[evaluator.choose(`return of ${placeOf(node)}`, returns.length)]!.expression!,
    inner,
  );
}

/** Of a list that is known only when the program runs two items stand for all. */
function listMethod(
  evaluator: Evaluating,
  of: Value,
  method: string,
  given: Argument[],
  node: ts.Node,
): Value | undefined {
  if (!["filter", "map", "flatMap", "reduce", "concat", "slice"].includes(method)) return undefined;
  if (of.is !== "list" && of.is !== "unknown") return undefined;
  const items: Value[] = of.is === "list" ? of.items : [of, of];
  const call = (...values: Value[]): Value => {
    const called = given[0]!();
    if (called.is !== "function") return { is: "unknown", node };
    return returned(
      evaluator,
      called,
      values.map((value) => () => value),
    );
  };
  if (method === "reduce") {
    const all = given[1] ? [given[1](), ...items] : items;
    if (all.length === 0) throw new Impossible();
    return all.slice(1).reduce((before, next) => call(before, next), all[0]!);
  }
  if (of.is === "unknown" && !["map", "flatMap"].includes(method)) return of;
  if (method === "filter") return { is: "list", items: items.filter((item) => item.is !== "nothing") };
  if (method === "slice") return of;
  const more = method === "concat" ? [...items, ...given.map((each) => each())] : items.map((item) => call(item));
  return { is: "list", items: more.flatMap((item) => (item.is === "list" && method !== "map" ? item.items : [item])) };
}
