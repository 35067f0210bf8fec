/** The regular expressions that sources hold, read from their syntax trees. */
import { readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";

/** An expression, and the file and line where it is. */
export interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

export interface FileExpressions {
  readonly found: readonly Expression[];
  /** Places where an expression is made of what is not known before the program runs. */
  readonly unreadable: readonly string[];
  /** Names of zod's schemas that are called: some of them test text with an expression. */
  readonly schemas: readonly string[];
}

type Constants = ReadonlyMap<string, ESTree.Expression>;

/** @param file a TypeScript source, by its path */
export function expressionsIn(file: string): FileExpressions {
  const code = readFileSync(file, "utf8");
  const found: Expression[] = [];
  const unreadable: string[] = [];
  const schemas: string[] = [];
  const constants = new Map<string, ESTree.Expression>();
  const placeOf = ({ start }: ESTree.Span) => `${file}:${code.slice(0, start).split("\n").length}`;
  const readMade = (call: ESTree.NewExpression | ESTree.CallExpression) => {
    const [source, flags] = call.arguments.map((given) => textOf(given, constants));
    if (typeof source === "string" && flags !== null) found.push({ place: placeOf(call), source, flags: flags ?? "" });
    else unreadable.push(placeOf(call));
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init) constants.set(id.name, init);
    },
    Literal(node) {
      if ("regex" in node) found.push({ place: placeOf(node), source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression(node) {
      if (node.callee.type === "Identifier" && node.callee.name === "RegExp") readMade(node);
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type === "Identifier" && callee.name === "RegExp") readMade(node);
      // These make an expression of a text.
      if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
      const { name } = callee.property;
      const isText = node.arguments.some(({ type }) => type === "TemplateLiteral" || type === "BinaryExpression");
      if ((name === "match" || name === "matchAll") && isText) unreadable.push(placeOf(node));
      if (code.slice(callee.start, callee.end).startsWith("z.")) schemas.push(name);
    },
  }).visit(parseSync(file, code).program);
  return { found, unreadable, schemas };
}

/** The text of a constant expression; null for any other. */
function textOf(node: ESTree.Node, constants: Constants): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TemplateLiteral") return filled(node, "cooked", constants);
  if (node.type === "TaggedTemplateExpression") return isRaw(node.tag) ? filled(node.quasi, "raw", constants) : null;
  if (node.type !== "Identifier") return null;
  const constant = constants.get(node.name);
  return constant === undefined ? null : textOf(constant, constants);
}

function filled(template: ESTree.TemplateLiteral, kind: "cooked" | "raw", constants: Constants): string | null {
  const values = template.expressions.map((value) => textOf(value, constants));
  if (values.includes(null)) return null;
  return template.quasis.map(({ value }, index) => (value[kind] ?? "") + (values[index] ?? "")).join("");
}

/** Whether it is `String.raw`. */
function isRaw(tag: ESTree.Expression): boolean {
  return tag.type === "MemberExpression" && tag.property.type === "Identifier" && tag.property.name === "raw";
}
