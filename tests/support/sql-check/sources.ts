import { globSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../../..");

/** The product's sources with their types, and what is found in them. */
export type Sources = {
  checker: ts.TypeChecker;
  /** The files that are checked; what they import is known as well. */
  files: ts.SourceFile[];
  /** The calls of a function, wherever they are. */
  callsOf(name: ts.Identifier): ts.CallExpression[];
};

/** @param planted files that are not on disk, by path; they are checked too */
export function readSources(patterns: string[], planted: Record<string, string> = {}): Sources {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const virtual = new Map(Object.entries(planted).map(([path, text]) => [join(ROOT, path), text]));
  const paths = [...globSync(patterns, { cwd: ROOT }).map((path) => join(ROOT, path)), ...virtual.keys()];
  const host = ts.createCompilerHost(options, true);
  const { getSourceFile } = host;
  host.getSourceFile = (path, languageVersion, ...rest) => {
    const text = virtual.get(path);
    if (text === undefined) return getSourceFile.call(host, path, languageVersion, ...rest);
    return ts.createSourceFile(path, text, languageVersion, true);
  };
  const program = ts.createProgram(paths, { ...options, incremental: false, noEmit: true }, host);
  const checker = program.getTypeChecker();
  const files = paths.map((path) => program.getSourceFile(path)!);
  const calls = Map.groupBy(
    files.flatMap((file) => nodesOf(file, ts.isCallExpression)),
    ({ expression }) => (ts.isIdentifier(expression) ? expression.text : ""),
  );
  return {
    checker,
    files,
    callsOf: (name) => {
      const meant = symbolOf(checker, name);
      return (calls.get(name.text) ?? []).filter(({ expression }) => symbolOf(checker, expression) === meant);
    },
  };
}

/** All nodes of a kind below this one, in the order of the text. */
export function nodesOf<N extends ts.Node>(from: ts.Node, isWanted: (node: ts.Node) => node is N): N[] {
  const found: N[] = [];
  const visit = (node: ts.Node): void => {
    if (isWanted(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(from);
  return found;
}

/** What a name stands for where it is declared, through imports and shorthands. */
export function symbolOf(checker: ts.TypeChecker, name: ts.Node): ts.Symbol | undefined {
  const symbol = ts.isShorthandPropertyAssignment(name.parent)
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

export const isTemplate = (node: ts.Node): node is ts.TaggedTemplateExpression =>
  ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === "sql";

/** `server/kernel/db.ts:12`; `within` is counted from the node's beginning. */
export function placeOf(node: ts.Node, linesFurther = 0): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(ROOT, file.fileName)}:${line + 1 + linesFurther}`;
}
