import { describe, expect, test } from "vitest";
import type { Query } from "#app/json-api/query.ts";
import { ServiceFeatures } from "#app/json-api/service-features.ts";
import { startHttpService } from "#tests/support/http-service.ts";
import { client } from "./client-resource.ts";
import { clientDocument, clientsDocument, connect, json } from "./connecting.ts";
import { errorOf } from "./failing.ts";

const failure = "Failed to fetch data";
const id = "11111111-1111-4111-8111-111111111111";
const other = "22222222-2222-4222-8222-222222222222";

/** A service that refuses a query for which `refuses` gives a status. */
async function strict(refuses: (query: URLSearchParams, url: URL) => number | null) {
  const service = await startHttpService(({ url }, response) => {
    const { searchParams, pathname } = new URL(url, "http://service.test");
    const status = refuses(searchParams, new URL(url, "http://service.test"));
    if (status !== null) response.writeHead(status, json).end(JSON.stringify({ errors: [{ status: String(status) }] }));
    else response.writeHead(200, json).end(pathname.split("/").length > 3 ? clientDocument : clientsDocument);
  });
  const line = connect(service.origin, { limits: { retries: 0 } });
  const asked = () => service.received.splice(0).map(({ url }) => decodeURIComponent(url.replace(/^[^?]*\??/, "")));
  return { ...line, asked };
}

const list = (line: Awaited<ReturnType<typeof strict>>, query: Query, optional: readonly string[] = []) =>
  line.api.list("/clients", client, { query, optional, failure });

describe("a service that refuses a part of a query", () => {
  test.each([
    ["page[count]", {}, 400],
    ["page[count]", { "page[count]": false }, 403],
    ["fields[client]=name", { "fields[client]": "name" }, 422],
    ["include=people", { include: "buyer_profile,people" }, 400],
    ["page[limit]=250", { "page[limit]": 250 }, 501],
    ["sort=-updated_at", { sort: "-updated_at" }, 400],
    ["filter[stage]=active", { "filter[stage]": "active" }, 400],
    ["filter[search]", { "filter[search]": "50%" }, 422],
    ["filter[client_id]", { "filter[client_id]": id }, 400],
  ])("is asked without %s, once and for all", async (feature, query, status) => {
    const [parameter = "", value] = feature.split("=");
    const service = await strict((asked) =>
      asked.has(parameter) && (value === undefined || asked.get(parameter)?.split(",").includes(value) === true)
        ? status
        : null,
    );
    const optional = ["sort", "filter[search]", "filter[stage]", "filter[client_id]"];
    const { items } = await list(service, query, optional);
    expect(items).toHaveLength(2);
    expect(service.api.lacking("/clients")).toEqual([feature]);
    expect(service.asked().length).toBeGreaterThan(1);
    await list(service, query, optional);
    const again = service.asked();
    expect(again).toHaveLength(1);
    if (feature === "include=people") expect(again[0]).toContain("include=buyer_profile");
    else if (feature === "page[limit]=250") expect(again[0]).toContain("page[limit]=15");
    else expect(again[0]).not.toContain(parameter);
  });

  test("is known to everyone on the same connection, for every record", async () => {
    const service = await strict((query) => (query.get("include")?.includes("people") ? 400 : null));
    const query = { include: "buyer_profile,people" };
    await service.api.find(`/clients/${id}`, client, { query, failure });
    service.asked();
    const { people } = await service.as({ token: "of-another" }).find(`/clients/${other}`, client, { query, failure });
    expect(people).toEqual([]);
    expect(service.asked()).toEqual(["include=buyer_profile"]);
    expect(service.api.lacking(`/clients/${other}`)).toEqual(["include=people"]);
    expect(service.api.lacking("/clients")).toEqual([]);
  });

  test("keeps everything else that it offers, where it lacks several", async () => {
    const service = await strict((query) =>
      query.has("page[count]") || query.get("sort")?.includes("stage_since") ? 400 : null,
    );
    await list(service, { sort: "-stage_since,name", include: "people", "filter[search]": "ann" }, [
      "sort",
      "filter[search]",
    ]);
    expect(service.asked().at(-1)).toBe("page[limit]=15&sort=name&include=people&filter[search]=ann");
    expect(service.api.lacking("/clients")).toEqual(["page[count]", "sort=-stage_since"]);
  });
});

describe("nothing counts as not offered", () => {
  test("where the service refuses the call without it, too", async () => {
    const service = await strict(() => 403);
    expect(await errorOf(list(service, { include: "people" }))).toMatchObject({ kind: "forbidden" });
    expect(service.api.lacking("/clients")).toEqual([]);
    expect(service.asked()).toHaveLength(2);
  });

  test.each([401, 404, 409, 429, 500, 503])("after %i", async (status) => {
    const service = await strict((query) => (query.has("include") ? status : null));
    await errorOf(list(service, { include: "people" }));
    expect(service.api.lacking("/clients")).toEqual([]);
    expect(service.asked()).toHaveLength(1);
  });

  test("where only the words that somebody typed are refused", async () => {
    const service = await strict((query) => (query.get("filter[search]") === "%" ? 400 : null));
    const typed = (words: string) => list(service, { "filter[search]": words }, ["filter[search]"]);
    expect(await errorOf(typed("%"))).toMatchObject({ kind: "invalid" });
    expect(service.api.lacking("/clients")).toEqual([]);
    await typed("ann");
    service.asked();
    expect(await errorOf(typed("%"))).toMatchObject({ kind: "invalid" });
    expect(service.asked()).toHaveLength(1);
  });

  test("where the service has offered it within a minute", async () => {
    let isDeployed = true;
    const service = await strict((query) => (!isDeployed && query.has("page[count]") ? 400 : null));
    await list(service, {});
    isDeployed = false;
    expect(await errorOf(list(service, {}))).toMatchObject({ kind: "invalid" });
    expect(service.api.lacking("/clients")).toEqual([]);
  });

  test("where a filter or an order decides which records are right", async () => {
    const service = await strict((query) =>
      query.has("filter[client_id]") || query.get("sort") === "-number" ? 400 : null,
    );
    expect(await errorOf(list(service, { "filter[client_id]": id }))).toMatchObject({ kind: "invalid" });
    expect(await errorOf(list(service, { sort: "-number" }))).toMatchObject({ kind: "invalid" });
    expect(service.api.lacking("/clients")).toEqual([]);
  });

  test("where a cursor is refused", async () => {
    const service = await strict((query) => (query.has("page[after]") ? 400 : null));
    expect(await errorOf(list(service, { "page[after]": "gone", include: "people" }))).toMatchObject({
      kind: "invalid",
    });
    expect(service.api.lacking("/clients")).toEqual([]);
  });
});

describe("what is known of a service", () => {
  test("is forgotten after an hour, and what it offers after a minute", () => {
    let now = 0;
    const features = new ServiceFeatures(() => now);
    features.note("/clients", ["page[count]"], false);
    features.note("/clients", ["sort=name"], true);
    now = 59_999;
    expect(features.offers("/clients", "sort=name")).toBe(true);
    now = 60_000;
    expect(features.offers("/clients", "sort=name")).toBeNull();
    now = 3_599_999;
    expect(features.offers("/clients", "page[count]")).toBe(false);
    expect(features.lacking("/clients")).toEqual(["page[count]"]);
    now = 3_600_000;
    expect(features.offers("/clients", "page[count]")).toBeNull();
    expect(features.lacking("/clients")).toEqual([]);
  });

  test("is bounded, however many addresses and values are asked for", () => {
    const features = new ServiceFeatures();
    const list = (count: number) => `/${"a".repeat(count + 1)}`;
    for (let count = 0; count < 1000; count += 1) {
      features.note(list(count), ["page[count]"], false);
      features.note("/clients", [`sort=${count}`], false);
    }
    expect(features.lacking("/clients")).toHaveLength(60);
    expect(features.offers(list(0), "page[count]")).toBeNull();
    expect(features.offers(list(999), "page[count]")).toBe(false);
  });
});
