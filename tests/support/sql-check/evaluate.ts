import ts from "typescript";
import { callOf } from "./calls.ts";
import { isTemplate, nodesOf, placeOf, type Sources, symbolOf } from "./sources.ts";
import { type Evaluating, type Frame, type Piece, Uncomposable, type Value } from "./value.ts";
import { type Choose, Impossible } from "./variants.ts";

const NOTHING: Value = { is: "nothing" };
const DEEP = 60;

/** Follows an expression to the templates that it is made of. */
export class Evaluator implements Evaluating {
  readonly sources: Sources;
  readonly choose: Choose;
  #depth = 0;

  constructor(sources: Sources, choose: Choose) {
    this.sources = sources;
    this.choose = choose;
  }

  evaluate(node: ts.Expression, frame: Frame): Value {
    if (++this.#depth > DEEP) throw new Uncomposable(node);
    try {
      return this.#evaluate(node, frame);
    } finally {
      this.#depth--;
    }
  }

  #evaluate(node: ts.Expression, frame: Frame): Value {
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAwaitExpression(node)
    )
      return this.evaluate(node.expression, frame);
    if (isTemplate(node)) return this.#template(node, frame);
    if (ts.isConditionalExpression(node))
      return this.#holds(node.condition) ? this.evaluate(node.whenTrue, frame) : this.evaluate(node.whenFalse, frame);
    if (ts.isBinaryExpression(node)) return this.#either(node, frame);
    if (ts.isIdentifier(node)) return this.#name(node, frame);
    if (ts.isPropertyAccessExpression(node))
      return this.property(this.evaluate(node.expression, frame), node.name.text, node);
    if (ts.isElementAccessExpression(node)) return this.#element(node, frame);
    if (ts.isCallExpression(node)) return callOf(this, node, frame);
    if (ts.isArrayLiteralExpression(node))
      return { is: "list", items: node.elements.flatMap((element) => this.item(element, frame)) };
    if (ts.isObjectLiteralExpression(node)) return { is: "object", node, frame };
    if (ts.isFunctionLike(node)) return { is: "function", node: node as ts.FunctionLikeDeclaration, frame };
    if (node.kind === ts.SyntaxKind.FalseKeyword || node.kind === ts.SyntaxKind.NullKeyword) return NOTHING;
    return { is: "unknown", node };
  }

  #template(node: ts.TaggedTemplateExpression, frame: Frame): Value {
    const { template } = node;
    if (ts.isNoSubstitutionTemplateLiteral(template))
      return { is: "text", pieces: [{ text: template.text, from: template }], templates: [node] };
    const pieces: Piece[] = [{ text: template.head.text, from: template.head }];
    const templates: ts.Node[] = [node];
    for (const { expression, literal } of template.templateSpans) {
      const isStatement = this.isStatement(expression);
      const part = isStatement === "never" ? NOTHING : this.evaluate(expression, frame);
      if (part.is === "text") {
        pieces.push(...part.pieces);
        templates.push(...part.templates);
      } else if (part.is !== "nothing") throw new Uncomposable(expression);
      else if (isStatement === "always") throw new Impossible();
      else pieces.push({ value: expression });
      pieces.push({ text: literal.text, from: literal });
    }
    return { is: "text", pieces, templates };
  }

  /** Whether the expression is a statement or a part of one, as its type says. */
  isStatement(node: ts.Expression): "always" | "sometimes" | "never" {
    const type = this.sources.checker.getTypeAtLocation(node);
    const types = type.isUnion() ? type.types : [type];
    const statements = types.filter((each) => ["text", "values", "name"].every((name) => each.getProperty(name)));
    if (statements.length === 0) return "never";
    return statements.length === types.length ? "always" : "sometimes";
  }

  /** The same condition of the same function has the same outcome, also turned round. */
  #holds(condition: ts.Expression): boolean {
    const around = ts.findAncestor(condition, ts.isFunctionLike)?.pos ?? 0;
    const text = condition.getText();
    const plain = text.replace(/^!/, "").replace(/ !== /, " === ");
    const chosen = this.choose(`${condition.getSourceFile().fileName}:${around} ${plain}`, 2) === 0;
    return text === plain ? chosen : !chosen;
  }

  #either(node: ts.BinaryExpression, frame: Frame): Value {
    const { left, operatorToken, right } = node;
    if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return this.#holds(left) ? this.evaluate(right, frame) : NOTHING;
    if (operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken && operatorToken.kind !== ts.SyntaxKind.BarBarToken)
      return { is: "unknown", node };
    const first = this.evaluate(left, frame);
    if (first.is === "unknown" && this.#holds(left)) return first;
    return first.is === "nothing" || first.is === "unknown" ? this.evaluate(right, frame) : first;
  }

  item(element: ts.Expression, frame: Frame): Value[] {
    if (!ts.isSpreadElement(element)) return [this.evaluate(element, frame)];
    const spread = this.evaluate(element.expression, frame);
    return spread.is === "list" ? spread.items : [spread];
  }

  #name(node: ts.Identifier, frame: Frame): Value {
    if (node.text === "undefined") return NOTHING;
    const declaration = symbolOf(this.sources.checker, node)?.valueDeclaration;
    return declaration ? this.#declared(declaration, frame) : { is: "unknown", node };
  }

  #declared(declaration: ts.Declaration, frame: Frame): Value {
    if (ts.isFunctionDeclaration(declaration)) return { is: "function", node: declaration, frame };
    if (ts.isParameter(declaration)) return this.#given(declaration, frame);
    if (ts.isBindingElement(declaration)) return this.#taken(declaration, frame);
    if (!ts.isVariableDeclaration(declaration)) return { is: "unknown", node: declaration };
    const loop = declaration.parent.parent;
    if (ts.isForOfStatement(loop)) return this.oneOf(this.evaluate(loop.expression, frame), loop.expression);
    if (!declaration.initializer) return { is: "unknown", node: declaration };
    const value = this.evaluate(declaration.initializer, frame);
    return value.is === "list" ? this.#withPushed(value.items, declaration, frame) : value;
  }

  /** What is pushed into a list, each now and then. */
  #withPushed(items: Value[], { name }: ts.VariableDeclaration, frame: Frame): Value {
    const around = ts.findAncestor(name, (node) => ts.isFunctionLike(node) || ts.isSourceFile(node))!;
    const pushes = nodesOf(around, ts.isCallExpression).filter(
      ({ expression }) =>
        ts.isPropertyAccessExpression(expression) &&
        expression.name.text === "push" &&
        symbolOf(this.sources.checker, expression.expression) === symbolOf(this.sources.checker, name),
    );
    const pushed = pushes.filter((push) => this.choose(placeOf(push), 2) === 0);
    return {
      is: "list",
      items: [...items, ...pushed.flatMap((push) => push.arguments.flatMap((argument) => this.item(argument, frame)))],
    };
  }

  #given(parameter: ts.ParameterDeclaration, frame: Frame): Value {
    for (let at: Frame | undefined = frame; at; at = at.outer) {
      const given = at.given.get(parameter);
      if (given) return given();
    }
    const { parent } = parameter;
    const name = ts.isVariableDeclaration(parent.parent) ? parent.parent.name : parent.name;
    const calls = name && ts.isIdentifier(name) ? this.sources.callsOf(name) : [];
    if (calls.length === 0) return { is: "unknown", node: parameter };
    const call = calls[this.choose(`call of ${placeOf(parent)}`, calls.length)]!;
    const argument = call.arguments[parent.parameters.indexOf(parameter)] ?? parameter.initializer;
    return argument ? this.evaluate(argument, { given: new Map() }) : NOTHING;
  }

  oneOf(list: Value, node: ts.Node): Value {
    if (list.is !== "list" || list.items.length === 0) return { is: "unknown", node };
    return list.items[this.choose(`one of ${placeOf(node)}`, list.items.length)]!;
  }

  #element({ expression, argumentExpression }: ts.ElementAccessExpression, frame: Frame): Value {
    const whole = this.evaluate(expression, frame);
    if (whole.is !== "object") return this.oneOf(whole, expression);
    if (ts.isStringLiteral(argumentExpression)) return this.property(whole, argumentExpression.text, expression);
    const { properties } = whole.node;
    const items = properties.map((property) => this.property(whole, property.name!.getText(), expression));
    return this.oneOf({ is: "list", items }, expression);
  }

  /** A name out of `{ … }` or `[ … ]`. */
  #taken(element: ts.BindingElement, frame: Frame): Value {
    const pattern = element.parent;
    const owner = pattern.parent;
    const whole = ts.isBindingElement(owner) ? this.#taken(owner, frame) : this.#declared(owner, frame);
    const name = (element.propertyName ?? element.name).getText();
    const value = ts.isArrayBindingPattern(pattern)
      ? (whole.is === "list" && whole.items[pattern.elements.indexOf(element)]) || { is: "unknown", node: element }
      : this.property(whole, name, element);
    return value.is === "nothing" && element.initializer ? this.evaluate(element.initializer, frame) : value;
  }

  property(of: Value, name: string, node: ts.Node): Value {
    if (of.is === "nothing" || of.is === "unknown") return { is: "unknown", node };
    if (of.is !== "object") throw new Uncomposable(node);
    for (const property of of.node.properties.toReversed()) {
      if (ts.isSpreadAssignment(property)) {
        const inner = this.evaluate(property.expression, of.frame);
        const found = inner.is === "object" ? this.property(inner, name, node) : NOTHING;
        if (found.is !== "nothing") return found;
      } else if (property.name.getText() === name) return this.#ofProperty(property, of.frame);
    }
    return NOTHING;
  }

  #ofProperty(property: Exclude<ts.ObjectLiteralElementLike, ts.SpreadAssignment>, frame: Frame): Value {
    if (ts.isPropertyAssignment(property)) return this.evaluate(property.initializer, frame);
    if (ts.isShorthandPropertyAssignment(property)) return this.#name(property.name, frame);
    return { is: "function", node: property, frame };
  }
}
