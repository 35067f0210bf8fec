import * as z from "zod/mini";
import type { Api } from "#app/json-api/api.ts";
import type { ApiConnection } from "#app/json-api/connection.ts";
import type { Page } from "#app/json-api/page.ts";
import { isResource, type Resource } from "#app/json-api/resource.ts";
import { latchkey } from "#app/json-api/service.ts";
import { rolesWith } from "#app/session/permission.server.ts";

export type Reader = "account" | "client";

/** A service whose records are blank, for rendering pages without data. */
export function blankConnection(reader: Reader): ApiConnection {
  return { as: () => new BlankApi(reader), close: async () => {} };
}

/** The reader may do everything. */
const sessionOf = (kind: Reader) => ({
  kind,
  permissions: [...Object.keys(rolesWith), "members.view"],
  hasDeletedWorkspaces: false,
});

/** Words that no record has, so that forms offer them. */
const wordsInUse = { clientTags: ["."], packageTags: ["."] };

class BlankApi implements Api {
  readonly service = latchkey;
  // A timer's maximum.
  readonly patience = 2 ** 31 - 1;
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  withSignal(): Api {
    return this;
  }

  async list<Schema extends z.ZodMiniObject>(
    _path: string,
    { schema }: Resource<Schema>,
  ): Promise<Page<z.output<Schema>>> {
    const page = { total: 1, totalIsEstimate: false, before: null, after: null, pageSize: 15 };
    return { items: [this.#blank(schema)], page };
  }

  async find<Schema extends z.ZodMiniObject>(path: string, { schema }: Resource<Schema>): Promise<z.output<Schema>> {
    if (path === "/used_words") return this.#blank(schema, wordsInUse);
    return this.#blank(schema, path === "/sessions/current" ? sessionOf(this.#reader) : {});
  }

  async create<Schema extends z.ZodMiniObject>(_path: string, { schema }: Resource<Schema>) {
    return this.#blank(schema);
  }

  async update<Schema extends z.ZodMiniObject>(_path: string, { schema }: Resource<Schema>) {
    return this.#blank(schema);
  }

  async remove(): Promise<void> {}

  act<Schema extends z.ZodMiniObject>(path: string, resource: Resource<Schema>): Promise<z.output<Schema> | null>;
  act<Schema extends z.ZodMiniType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  async act(_path: string, shape: Resource | z.ZodMiniType): Promise<unknown> {
    return this.#blank(isResource(shape) ? shape.schema : shape);
  }

  async download(): Promise<never> {
    throw new Error("There are no files.");
  }

  #blank<Schema extends z.ZodMiniType>(schema: Schema, known: object = {}): z.output<Schema> {
    const value = blankValue(schema);
    const isRecord = typeof value === "object" && value !== null && "can" in value;
    // Null: the page decides.
    return z.parse(schema, isRecord ? { ...value, can: null, ...known } : value);
  }
}

type Schema = z.core.$ZodType;

/** Objects may be recursive. */
const deepest = 8;

/** Texts with a form, by attribute; other texts are empty. */
const formats: readonly (readonly [name: RegExp, text: string])[] = [
  [/(^id|Id)$/, "00000000-0000-4000-8000-000000000000"],
  [/(At|On|Time|From|Until|Since)$|^(date|day|time|start|end)/i, "2000-01-01T00:00:00Z"],
  [/currency/i, "USD"],
  [/amount|price|total|number$/i, "0.00"],
];

/** A blank value for a schema: empty texts, zeros, one element in lists. @param name of the attribute @returns the schema's input */
export function blankValue(schema: Schema, name = "", depth = 0): unknown {
  if (depth > deepest) return undefined;
  const inner = (next: Schema) => blankValue(next, name, depth + 1);
  if (schema instanceof z.core.$ZodObject) {
    const members = Object.entries(schema._zod.def.shape);
    return Object.fromEntries(members.map(([member, of]) => [member, blankValue(of, member, depth + 1)]));
  }
  if (schema instanceof z.core.$ZodArray) return [inner(schema._zod.def.element)];
  if (schema instanceof z.core.$ZodTuple) return schema._zod.def.items.map(inner);
  if (schema instanceof z.core.$ZodUnion) return inner(schema._zod.def.options[0] ?? schema);
  if (schema instanceof z.core.$ZodPipe) return inner(schema._zod.def.in);
  if (schema instanceof z.core.$ZodLazy) return inner(schema._zod.innerType);
  if (schema instanceof z.core.$ZodEnum) return Object.values(schema._zod.def.entries)[0];
  if (schema instanceof z.core.$ZodLiteral) return schema._zod.def.values[0];
  if (schema instanceof z.core.$ZodRecord) return {};
  if (schema instanceof z.core.$ZodBoolean) return false;
  if (schema instanceof z.core.$ZodNumber) return 0;
  if (schema instanceof z.core.$ZodUnknown) return null;
  const { def } = schema._zod;
  if ("innerType" in def && def.innerType instanceof z.core.$ZodType) return inner(def.innerType);
  return formats.find(([names]) => names.test(name))?.[1] ?? "";
}
