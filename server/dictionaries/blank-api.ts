import * as z from "zod/mini";
import type { Api } from "#app/json-api/api.ts";
import type { ApiConnection } from "#app/json-api/connection.ts";
import type { Page } from "#app/json-api/page.ts";
import { isResource, type Resource } from "#app/json-api/resource.ts";
import { rolesWith } from "#app/session/permission.server.ts";
import { blankValue } from "./blank-value.ts";

/** Whose pages are rendered. */
export type Reader = "account" | "client";

/** A service in which every record exists and says nothing: for pages with nobody's data in them. */
export function blankConnection(reader: Reader): ApiConnection {
  return { as: () => new BlankApi(reader), close: async () => {} };
}

/** What differs from blank in the session: its reader may do everything. */
const sessionOf = (kind: Reader) => ({
  kind,
  permissions: [...Object.keys(rolesWith), "members.view"],
  hasDeletedWorkspaces: false,
});

/** Words in use that no blank record has: forms offer the others. */
const wordsInUse = { clientTags: ["."], packageTags: ["."] };

class BlankApi implements Api {
  // As long as a timer can wait.
  readonly patience = 2 ** 31 - 1;
  readonly #reader: Reader;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  withSignal(): Api {
    return this;
  }

  lacking(): readonly string[] {
    return [];
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
    // Null: the service leaves it to the page what to offer.
    return z.parse(schema, isRecord ? { ...value, can: null, ...known } : value);
  }
}
