import jsonApi from "jsonapi-server";
import type { DescribedService } from "#app/json-api/service.ts";
import { freePort } from "./listening.ts";

/**
 * A JSON:API service that is not ours: jsonapi-server from npm, with clients and buyer profiles in memory. It names its
 * types in the plural, counts its pages by offset, and knows neither versions nor rights nor keys.
 */
export interface ForeignApi {
  /** What API_URL is set to; the clients are at `${baseUrl}/clients`. */
  readonly baseUrl: string;
  close(): void;
}

const { Joi } = jsonApi;

/**
 * Starts it; one per process, since it keeps its state in its module.
 * @param options clients: how many there are; token: the bearer that it wants to see
 */
export async function startForeignApi(options: {
  readonly clients: number;
  readonly token: string;
}): Promise<ForeignApi> {
  const port = await freePort();
  jsonApi.setConfig({ protocol: "http", hostname: "127.0.0.1", port, base: "api" });
  jsonApi.authenticate(({ headers }, done) => {
    if (headers.authorization === `Bearer ${options.token}`) done();
    else done("Who is asking?");
  });
  defineBuyerProfiles(options.clients);
  defineClients(options.clients);
  jsonApi.start();
  return { baseUrl: `http://127.0.0.1:${port}/api`, close: () => jsonApi.close() };
}

function defineClients(count: number): void {
  const resource = {
    resource: "clients",
    handlers: new jsonApi.MemoryHandler(),
    attributes: {
      name: Joi.string().required(),
      email: Joi.string(),
      phone_number: Joi.string().allow(null),
      inserted_at: Joi.string().default("2026-01-01T00:00:00.000000Z"),
      buyer_profile: Joi.one("buyer_profiles"),
    },
    examples: Array.from({ length: count }, (_, index) => ({
      id: uuid("c", index),
      type: "clients",
      name: `Client ${index + 1}`,
      email: `client${index + 1}@client.example`,
      ...(index % 2 === 0 && { phone_number: `+1 555 01${String(index).padStart(2, "0")}` }),
      inserted_at: new Date(Date.UTC(2024, 0, 1 + index)).toISOString(),
      buyer_profile: { type: "buyer_profiles", id: uuid("b", index) },
    })),
    searchParams: {},
  };
  jsonApi.define(resource);
  // Out of the box it refuses `page[count]`, which JSON:API leaves to each service.
  resource.searchParams = { ...resource.searchParams, page: Joi.object().unknown() };
}

function defineBuyerProfiles(count: number): void {
  jsonApi.define({
    resource: "buyer_profiles",
    handlers: new jsonApi.MemoryHandler(),
    attributes: {
      min_beds: Joi.number().allow(null),
      preferred_areas: Joi.array().items(Joi.string()),
    },
    examples: Array.from({ length: count }, (_, index) => ({
      id: uuid("b", index),
      type: "buyer_profiles",
      min_beds: index % 5,
      preferred_areas: ["Old Town"],
    })),
  });
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
