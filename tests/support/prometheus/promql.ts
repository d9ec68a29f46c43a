import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";
import type { Sample, Scrape } from "./scrape.ts";

/** As much of PromQL as our rules are written in, over a few scrapes; what it does not know is an error, never a guess. */
export type Value = number | Sample[];

type Query = { text: string; scrapes: Scrape[] };

export function evaluate(text: string, scrapes: Scrape[]): Value {
  return evaluateNode(parse(text), { text, scrapes });
}

/** Fails where Prometheus' own grammar finds no query. */
export function parse(text: string): SyntaxNode {
  const tree = parser.parse(text);
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) throw new Error(`This is no query, from character ${from} on: ${text}`);
    },
  });
  return tree.topNode.firstChild!;
}

/** Metrics that a query asks for. */
export function metricsOf(text: string): string[] {
  const names: string[] = [];
  parse(text)
    .cursor()
    .iterate(({ name, node }) => {
      if (name === "VectorSelector") names.push(text.slice(node.firstChild!.from, node.firstChild!.to));
    });
  return names;
}

function evaluateNode(node: SyntaxNode, query: Query): Value {
  switch (node.name) {
    case "ParenExpr":
      return evaluateNode(inner(node), query);
    case "NumberDurationLiteral":
      return Number(textOf(node, query));
    case "VectorSelector":
      return select(node, query, query.scrapes.at(-1)!);
    case "FunctionCall":
      return call(node, query);
    case "AggregateExpr":
      return aggregate(node, query);
    case "BinaryExpr":
      return combine(node, query);
    default:
      throw new Error(`Not known here: ${node.name} in ${query.text}`);
  }
}

const textOf = ({ from, to }: SyntaxNode, { text }: Query) => text.slice(from, to);

/** Children that are expressions, in order. */
const EXPRESSIONS =
  /^(ParenExpr|NumberDurationLiteral|VectorSelector|MatrixSelector|FunctionCall|AggregateExpr|BinaryExpr)$/;
const children = (node: SyntaxNode): SyntaxNode[] => {
  const all: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) all.push(child);
  return all;
};
const expressions = (node: SyntaxNode) => children(node).filter(({ name }) => EXPRESSIONS.test(name));
const inner = (node: SyntaxNode) => expressions(node)[0]!;
const namesOf = (node: SyntaxNode | null | undefined, query: Query) =>
  node?.getChildren("LabelName").map((label) => textOf(label, query)) ?? [];

type Labels = Record<string, string>;
type Matches = (labels: Labels) => boolean;

function select(node: SyntaxNode, query: Query, scrape: Scrape): Sample[] {
  const name = textOf(node.firstChild!, query);
  const matchers: Matches[] = (node.getChild("LabelMatchers")?.getChildren("UnquotedLabelMatcher") ?? []).map((one) => {
    const [label, op, value] = children(one).map((part) => textOf(part, query));
    const wanted = value!.slice(1, -1);
    const holds = (text = "") => (/~/.test(op!) ? new RegExp(`^(?:${wanted})$`).test(text) : text === wanted);
    return (labels) => holds(labels[label!]) !== op!.startsWith("!");
  });
  return scrape.samples.filter(({ labels }) => labels.__name__ === name && matchers.every((is) => is(labels)));
}

/** Each series that has samples in the window, the oldest first; one that went away is among them as long as they are in it. */
function within(node: SyntaxNode, query: Query): { labels: Labels; samples: { at: number; value: number }[] }[] {
  const selector = node.getChild("VectorSelector")!;
  const window = secondsOf(textOf(children(node).at(-1)!, query).replace(/[[\]]/g, ""));
  const end = query.scrapes.at(-1)!.at;
  const found = query.scrapes
    .filter(({ at }) => at >= end - window)
    .flatMap((scrape) =>
      select(selector, query, scrape).map(({ labels, value }) => ({ labels, value, at: scrape.at })),
    );
  return [...Map.groupBy(found, ({ labels }) => keyOf(labels)).values()].map((samples) => ({
    labels: unnamed(samples[0]!.labels),
    samples,
  }));
}

/** Of a counter, as Prometheus has it with two samples or more; a restart counts from 0. */
function increases(node: SyntaxNode, query: Query): (Sample & { seconds: number })[] {
  return within(node, query).flatMap(({ labels, samples }) => {
    if (samples.length < 2) return [];
    const steps = samples.slice(1).map(({ value }, i) => {
      const before = samples[i]!.value;
      return value >= before ? value - before : value;
    });
    const seconds = samples.at(-1)!.at - samples[0]!.at;
    return { labels, value: steps.reduce((all, step) => all + step, 0), seconds };
  });
}

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
export const secondsOf = (text: string) => Number(text.slice(0, -1)) * UNITS[text.at(-1)!]!;
const unnamed = ({ __name__, ...labels }: Record<string, string>) => labels;
export const keyOf = (labels: Record<string, string>) => JSON.stringify(Object.entries(unnamed(labels)).sort());

function call(node: SyntaxNode, query: Query): Value {
  const name = textOf(node.firstChild!, query);
  const given = expressions(node.getChild("FunctionCallBody")!);
  if (name === "rate")
    return increases(given[0]!, query).map(({ labels, value, seconds }) => ({ labels, value: value / seconds }));
  if (name === "increase") return increases(given[0]!, query).map(({ labels, value }) => ({ labels, value }));
  if (name === "last_over_time")
    return within(given[0]!, query).map(({ labels, samples }) => ({ labels, value: samples.at(-1)!.value }));
  const [first, second] = given.map((one) => evaluateNode(one, query));
  if (name === "vector") return [{ labels: {}, value: first as number }];
  if (name === "absent") return (first as Sample[]).length === 0 ? [{ labels: {}, value: 1 }] : [];
  if (name === "histogram_quantile") return quantiles(first as number, second as Sample[]);
  throw new Error(`Not known here: ${name}()`);
}

/** Within the bucket it is taken to be even. */
function quantiles(wanted: number, buckets: Sample[]): Sample[] {
  const groups = Map.groupBy(buckets, ({ labels: { le: _le, ...rest } }) => keyOf(rest));
  return [...groups.values()].flatMap((group) => {
    const sorted = group
      .map(({ labels, value }) => ({ upTo: Number(labels.le!.replace("+Inf", "Infinity")), value }))
      .sort((a, b) => a.upTo - b.upTo);
    const total = sorted.at(-1)!.value;
    if (total === 0) return [];
    const at = sorted.findIndex(({ value }) => value >= wanted * total);
    const [low, high] = [sorted[at - 1] ?? { upTo: 0, value: 0 }, sorted[at]!];
    const share = (wanted * total - low.value) / (high.value - low.value);
    const value = high.upTo === Infinity ? low.upTo : low.upTo + (high.upTo - low.upTo) * share;
    const { le: _le, ...labels } = group[0]!.labels;
    return { labels, value };
  });
}

const SUMS: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((all, value) => all + value, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  count: (values) => values.length,
};

function aggregate(node: SyntaxNode, query: Query): Sample[] {
  const sum = SUMS[textOf(node.firstChild!, query)];
  if (!sum) throw new Error(`Not known here: ${textOf(node, query)}`);
  const by = namesOf(node.getChild("AggregateModifier")?.getChild("GroupingLabels"), query);
  const samples = evaluateNode(inner(node.getChild("FunctionCallBody")!), query) as Sample[];
  const kept = (labels: Record<string, string>) =>
    Object.fromEntries(by.flatMap((name) => (labels[name] === undefined ? [] : [[name, labels[name]!]])));
  const groups = Map.groupBy(samples, ({ labels }) => keyOf(kept(labels)));
  return [...groups.values()].map((group) => ({
    labels: kept(group[0]!.labels),
    value: sum(group.map(({ value }) => value)),
  }));
}

const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / b,
};
const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  ">": (a, b) => a > b,
  "<": (a, b) => a < b,
  ">=": (a, b) => a >= b,
  "<=": (a, b) => a <= b,
  "==": (a, b) => a === b,
};

function combine(node: SyntaxNode, query: Query): Value {
  const [left, right] = expressions(node).map((one) => evaluateNode(one, query));
  const op = textOf(children(node)[1]!, query);
  const on = node.getChild("MatchingModifierClause");
  const names = on && namesOf(on.getChild("GroupingLabels"), query);
  const matchOf = ({ labels }: Sample) =>
    names ? JSON.stringify(names.map((name) => labels[name] ?? "")) : keyOf(labels);
  const keysOf = (value: Value) => new Set((value as Sample[]).map(matchOf));
  if (op === "and") return (left as Sample[]).filter((sample) => keysOf(right!).has(matchOf(sample)));
  if (op === "unless") return (left as Sample[]).filter((sample) => !keysOf(right!).has(matchOf(sample)));
  if (op === "or") {
    const known = keysOf(left!);
    return [...(left as Sample[]), ...(right as Sample[]).filter((sample) => !known.has(matchOf(sample)))];
  }
  if (names) throw new Error(`Not known here: ${textOf(on, query)}`);
  if (typeof left === "number" && typeof right === "number") return ARITHMETIC[op]!(left, right);
  const pairs: { labels: Record<string, string>; a: number; b: number }[] = [];
  if (typeof left === "number")
    for (const { labels, value } of right as Sample[]) pairs.push({ labels, a: left, b: value });
  else if (typeof right === "number") for (const { labels, value } of left!) pairs.push({ labels, a: value, b: right });
  else {
    const others = new Map(right!.map(({ labels, value }) => [keyOf(labels), value]));
    for (const { labels, value } of left!) {
      const other = others.get(keyOf(labels));
      if (other !== undefined) pairs.push({ labels, a: value, b: other });
    }
  }
  const compare = COMPARISONS[op];
  if (compare)
    return pairs
      .filter(({ a, b }) => compare(a, b))
      .map(({ labels, a, b }) => ({ labels, value: typeof left === "number" ? b : a }));
  const count = ARITHMETIC[op];
  if (!count) throw new Error(`Not known here: ${op}`);
  return pairs.map(({ labels, a, b }) => ({ labels: unnamed(labels), value: count(a, b) }));
}
