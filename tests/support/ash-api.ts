/**
 * A service as a stock AshJsonApi 1.x answers with clients and buyer profiles alone: snake case, keyset pages, `count` only when
 * asked for, its own codes, no sessions, and nothing that its resources do not name.
 */
import type { HttpService } from "./http-service.ts";
import { startHttpService } from "./http-service.ts";

export const ashToken = "token-of-an-ash-service";

const json = { "content-type": "application/vnd.api+json" };
const filters = ["filter[name]", "filter[email]", "filter[id]"];
const sorts = ["inserted_at", "updated_at", "name", "email"];
const includes = ["buyer_profile"];

const rows = Array.from({ length: 3 }, (_, index) => ({
  type: "client",
  id: `a5a5a5a5-0000-4000-8000-00000000000${index}`,
  attributes: {
    name: `Client ${index + 1}`,
    email: `client${index + 1}@client.example`,
    phone_number: null,
    inserted_at: "2026-01-01T00:00:00.123456Z",
    updated_at: "2026-01-02T00:00:00.123456Z",
  },
  relationships: { buyer_profile: { links: {}, meta: {} } },
  links: {},
  meta: {},
}));

/** Starts it for the running test. */
export function startAshApi(): Promise<HttpService> {
  return startHttpService(({ method, url, headers }, response) => {
    const { pathname, searchParams } = new URL(url, "http://ash.test");
    const say = (status: number, body: object) => void response.writeHead(status, json).end(JSON.stringify(body));
    const refuse = (status: number, code: string) =>
      say(status, { errors: [{ id: "e", status: String(status), code, title: code, detail: code, meta: {} }] });
    if (headers.accept !== "application/vnd.api+json") return refuse(406, "unacceptable_media_type");
    if (headers.authorization !== `Bearer ${ashToken}`) return refuse(403, "forbidden");
    const [, , list, id, ...more] = pathname.split("/");
    if (method !== "GET" || list !== "clients" || more.length > 0) return refuse(404, "no_route_found");
    const refusal = refusalOf(searchParams);
    if (refusal !== null) return refuse(400, refusal);
    const jsonapi = { version: "1.0" };
    if (id === undefined) {
      const total = searchParams.get("page[count]") === "true" ? { total: rows.length } : {};
      const limit = Number(searchParams.get("page[limit]") ?? 25);
      return say(200, {
        data: rows,
        jsonapi,
        links: { self: url, next: null, prev: null },
        meta: { page: { limit, ...total } },
      });
    }
    const found = rows.find((row) => row.id === id);
    return found === undefined ? refuse(404, "not_found") : say(200, { data: found, jsonapi, links: { self: url } });
  });
}

function refusalOf(query: URLSearchParams): string | null {
  const lists = (name: string) => query.get(name)?.split(",") ?? [];
  if (lists("include").some((name) => !includes.includes(name))) return "invalid_includes";
  if (lists("sort").some((name) => !sorts.includes(name.replace(/^-/, "")))) return "invalid_sort";
  if ([...query.keys()].some((name) => name.startsWith("filter[") && !filters.includes(name))) return "invalid_filter";
  if (query.get("fields[client]")?.includes("profile_image_url")) return "invalid_query";
  return null;
}
