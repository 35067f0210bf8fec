import type { FieldErrors } from "./api-error.ts";
import { camelCase } from "./attribute-names.ts";
import { asObject, isObject, type JsonObject } from "./json-object.ts";

/** What can be used of the errors in an answer; all of it empty when the answer is no error document. */
export interface ErrorDetails {
  readonly code: string | null;
  readonly errorId: string | null;
  readonly pointers: readonly string[];
  readonly fieldErrors: FieldErrors;
}

/** More than a form can show or a log line should hold is cut off: nothing bounds what a failing service says. */
const most = { errors: 50, characters: 200 };

/** Reads `{"errors": [...]}`. An object instead of the list, HTML, an empty or a cut-off body are errors without details. */
export function readErrors(body: unknown): ErrorDetails {
  const { errors } = asObject(body);
  const list = Array.isArray(errors) ? errors.filter(isObject).slice(0, most.errors) : [];
  const pointers = list.flatMap((error) => text(asObject(error.source).pointer) ?? []);
  const [first = {}] = list;
  return { code: text(first.code), errorId: text(first.id), pointers, fieldErrors: readFieldErrors(list) };
}

function readFieldErrors(errors: readonly JsonObject[]): FieldErrors {
  const messages = new Map<string, string[]>();
  for (const error of errors) {
    const field = fieldOf(asObject(error.source).pointer);
    if (field === null) continue;
    const message = text(error.detail) ?? (error.code === "required" ? "Required" : "Invalid input");
    messages.set(field, [...(messages.get(field) ?? []), message]);
  }
  return Object.fromEntries(messages);
}

/** Members of a resource object that hold no field of a form by themselves. */
const structural: ReadonlySet<string> = new Set(["type", "id", "lid", "attributes", "relationships", "links", "meta"]);

/**
 * The form field that a JSON pointer means: "/data/attributes/phone_number" is `phoneNumber`, a generic action's
 * "/data/budget/amount" is `budget.amount`, ".../tags/0" is `tags[0]`. Null for what is no field.
 */
export function fieldOf(pointer: unknown): string | null {
  if (typeof pointer !== "string") return null;
  const [root, ...steps] = pointer
    .replace(/^#?\/?/, "")
    .split("/")
    .map(unescapeStep);
  if (root !== "data") return null;
  const inMember = steps[0] === "attributes" || steps[0] === "relationships";
  const [first, ...rest] = inMember ? steps.slice(1) : steps;
  if (first === undefined || first === "" || (!inMember && structural.has(first))) return null;
  const inner = steps[0] === "relationships" ? [] : rest;
  return inner.reduce(
    (name, step) => name + (/^\d+$/.test(step) ? `[${step}]` : `.${camelCase(step)}`),
    camelCase(first),
  );
}

/** RFC 6901: "~1" is "/", "~0" is "~". */
function unescapeStep(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, most.characters) : null;
}
