import jsonApi from "jsonapi-server";
import type { DescribedService } from "#app/json-api/service.ts";
import { freePort } from "./listening.ts";

/**
 * A JSON:API service that is not ours: jsonapi-server from npm, with clients and buyer profiles in memory, and with properties and
 * deals where some are asked for. It names its types in the plural, counts its pages by offset, and knows neither versions nor
 * rights nor keys.
 */
export interface ForeignApi {
  /** What API_URL is set to; the clients are at `${baseUrl}/clients`. */
  readonly baseUrl: string;
  /** What it holds now, by its lists. */
  readonly held: Readonly<Record<string, readonly HeldByForeign[]>>;
  close(): void;
}

interface HeldByForeign {
  readonly id: string;
  readonly type: string;
  readonly [name: string]: unknown;
}

const { Joi } = jsonApi;

/**
 * Starts it; one per process, since it keeps its state in its module.
 * @param options clients: how many there are; deals: how many, each of a client and a property of its own, the newest client first;
 * token: the bearer that it wants to see
 */
export async function startForeignApi(options: {
  readonly clients: number;
  readonly deals?: number;
  readonly token: string;
}): Promise<ForeignApi> {
  const port = await freePort();
  jsonApi.setConfig({ protocol: "http", hostname: "127.0.0.1", port, base: "api" });
  jsonApi.authenticate(({ headers }, done) => {
    if (headers.authorization === `Bearer ${options.token}`) done();
    else done("Who is asking?");
  });
  const { clients, deals = 0 } = options;
  const held = {
    buyer_profiles: defineBuyerProfiles(clients),
    clients: defineClients(clients),
    ...(deals > 0 && { packages: definePackages(deals), opportunities: defineOpportunities(deals, clients) }),
  };
  jsonApi.start();
  return { baseUrl: `http://127.0.0.1:${port}/api`, held, close: () => jsonApi.close() };
}

type Attributes = Parameters<typeof jsonApi.define>[0]["attributes"];

/** @returns what it holds, which changes with it */
function define(resource: string, attributes: Attributes, examples: HeldByForeign[]): readonly HeldByForeign[] {
  const config = { resource, handlers: new jsonApi.MemoryHandler(), attributes, examples, searchParams: {} };
  jsonApi.define(config);
  // Out of the box it refuses `page[count]`, which JSON:API leaves to each service.
  config.searchParams = { ...config.searchParams, page: Joi.object().unknown() };
  return examples;
}

const insertedAt = { inserted_at: Joi.string().default("2026-01-01T00:00:00.000000Z") };
const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index)).toISOString();

function defineClients(count: number) {
  const attributes = {
    name: Joi.string().required(),
    email: Joi.string(),
    phone_number: Joi.string().allow(null),
    ...insertedAt,
    buyer_profile: Joi.one("buyer_profiles"),
  };
  const examples = Array.from({ length: count }, (_, index) => ({
    id: uuid("c", index),
    type: "clients",
    name: `Client ${index + 1}`,
    email: `client${index + 1}@client.example`,
    ...(index % 2 === 0 && { phone_number: `+1 555 01${String(index).padStart(2, "0")}` }),
    inserted_at: day(index),
    buyer_profile: { type: "buyer_profiles", id: uuid("b", index) },
  }));
  return define("clients", attributes, examples);
}

function defineBuyerProfiles(count: number) {
  const attributes = { min_beds: Joi.number().allow(null), preferred_areas: Joi.array().items(Joi.string()) };
  const examples = Array.from({ length: count }, (_, index) => ({
    id: uuid("b", index),
    type: "buyer_profiles",
    min_beds: index % 5,
    preferred_areas: ["Old Town"],
  }));
  return define("buyer_profiles", attributes, examples);
}

function definePackages(count: number) {
  const examples = Array.from({ length: count }, (_, index) => ({
    id: uuid("a", index),
    type: "packages",
    street: `${index + 1} Alder Lane`,
    inserted_at: day(index),
  }));
  return define("packages", { street: Joi.string().required(), ...insertedAt }, examples);
}

function defineOpportunities(count: number, clients: number) {
  const attributes = {
    stage: Joi.string().default("open"),
    rank: Joi.string().default("Medium"),
    ...insertedAt,
    client: Joi.one("clients"),
    package: Joi.one("packages"),
  };
  const examples = Array.from({ length: count }, (_, index) => ({
    id: uuid("d", index),
    type: "opportunities",
    stage: "open",
    rank: "High",
    inserted_at: day(index),
    client: { type: "clients", id: uuid("c", clients - 1 - index) },
    package: { type: "packages", id: uuid("a", index) },
  }));
  return define("opportunities", attributes, examples);
}

function uuid(letter: string, index: number): string {
  return `${letter.repeat(8)}-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

/** What it is like, for API_SERVICE. */
export const describedForeignApi: DescribedService = {
  names: { attributes: "snake", parameters: "snake" },
  paging: {
    kind: "offset",
    size: "page[limit]",
    largest: 50,
    count: null,
    total: "meta.page.total",
    endsWithoutNext: true,
  },
  writes: { include: false, ids: false, links: "linkage" },
  versions: false,
  keys: false,
  lists: {
    clients: {
      path: "clients",
      type: "clients",
      attributes: {},
      includes: { buyer_profile: "buyer_profile" },
      sorts: { inserted_at: "inserted_at", name: "name" },
      filters: {},
      fields: false,
      writes: ["create", "update", "remove"],
    },
  },
  calls: [],
};
