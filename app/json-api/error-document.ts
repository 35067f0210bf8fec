import type { FieldErrors } from "./api-error.ts";
import { camelCase } from "./attribute-names.ts";
import { asObject, isObject, type JsonObject } from "./json-object.ts";

/** The usable parts of an error response; all empty when it is no error document. */
export interface ErrorDetails {
  readonly code: string | null;
  readonly errorId: string | null;
  readonly pointers: readonly string[];
  readonly fieldErrors: FieldErrors;
}

/** Limits for what a failing service may say, so that forms and log lines stay short. */
const most = { errors: 50, characters: 200 };

/** Reads `{"errors": [...]}`. Any other body is an error without details. */
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

/** Members of a resource object that are no form fields. */
const structural: ReadonlySet<string> = new Set(["type", "id", "lid", "attributes", "relationships", "links", "meta"]);

/**
 * The form field of a JSON pointer: "/data/attributes/phone_number" is `phoneNumber`, a generic action's
 * "/data/budget/amount" is `budget.amount`, ".../tags/0" is `tags[0]`. Null for anything else.
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
