import { expect, test } from "vitest";
import * as z from "zod/mini";
import { readService } from "#app/json-api/service.ts";
import { startForeignService } from "./service.ts";
import { expectedService, jsonApi, type Shape } from "./shape.ts";
import { shapes } from "./shapes.ts";

// What tells the services apart, as their frameworks answer it.

const one = z.object({ data: z.object({ id: z.string() }) });

async function tryOut(shape: Shape): Promise<string> {
  const service = await startForeignService(shape);
  const headers = { authorization: `Bearer ${service.token}`, accept: jsonApi, "content-type": jsonApi };
  const place = `${service.baseUrl}/${shape.path("clients")}`;
  const read = async (path: string) => (await fetch(place + path, { headers })).status;
  const write = async (data: object, path = "", method = "POST") => {
    const response = await fetch(place + path, { method, headers, body: JSON.stringify({ data }) });
    return { status: response.status, body: await response.text() };
  };
  const type = shape.type("clients");
  const attributes = { name: "Nia Park" };
  const id = "6f1de4a6-0f53-4b4e-9d3c-6a4b4d0c1b11";
  const created = await write({ type, attributes });
  const made = one.parse(JSON.parse(created.body)).data.id;
  const changed = await write({ type, id: made, attributes }, `/${made}`, "PATCH");
  const tried = {
    count: await read("?page[count]=true"),
    filter: await read("?filter[nothing]=1"),
    sort: await read("?sort=-nothing"),
    include: await read("?include=nothing"),
    path: (await fetch(`${service.baseUrl}/unicorns`, { headers })).status,
    client: (await write({ type: "client", attributes })).status,
    create: created.status,
    id: (await write({ type, id, attributes })).status,
    again: (await write({ type, id, attributes })).status,
    change: changed.status,
  };
  await service.close();
  return Object.entries(tried)
    .map(([name, status]) => `${name} ${status}`)
    .join(", ");
}

test("the services answer as their frameworks do", async () => {
  const tried = await Promise.all(shapes.map(async (shape) => [shape.name, await tryOut(shape)] as const));
  expect(Object.fromEntries(tried)).toMatchInlineSnapshot(`
    {
      "AshJsonApi": "count 200, filter 400, sort 400, include 400, path 404, client 201, create 201, id 400, again 400, change 200",
      "Django REST JSON:API": "count 200, filter 400, sort 400, include 400, path 404, client 409, create 201, id 201, again 201, change 200",
      "Drupal": "count 200, filter 400, sort 400, include 400, path 404, client 201, create 201, id 201, again 409, change 200",
      "JsonApiDotNetCore": "count 400, filter 400, sort 400, include 400, path 404, client 422, create 201, id 403, again 403, change 204",
      "Laravel JSON:API": "count 400, filter 400, sort 400, include 400, path 404, client 409, create 201, id 403, again 403, change 200",
      "fortune": "count 200, filter 400, sort 500, include 500, path 500, client 201, create 201, id 201, again 409, change 204",
      "jsonapi-resources": "count 400, filter 400, sort 400, include 400, path 404, client 400, create 201, id 400, again 400, change 200",
      "loopback": "count 200, filter 200, sort 200, include 200, path 404, client 201, create 201, id 201, again 201, change 200",
    }
  `);
});

const page = z.object({ data: z.array(z.object({ id: z.string() })), links: z.catch(z.unknown(), {}) });
const next = z.object({ next: z.union([z.string(), z.object({ href: z.string() })]) });

/** The address of the next page, as it stands in a list's links; null where there is none. */
function nextOf(links: unknown): string | null {
  const { success, data } = next.safeParse(links);
  if (!success) return null;
  return typeof data.next === "string" ? data.next : data.next.href;
}

test.for(shapes.map((shape) => [shape.name, shape] as const))(
  "%s has 40 clients, in pages of 15",
  async ([, shape]) => {
    const service = await startForeignService(shape);
    const headers = { authorization: `Bearer ${service.token}` };
    const list = `${service.baseUrl}/${shape.path("clients")}`;
    const counts: number[] = [];
    const ids = new Set<string>();
    let query: string | null = `?${new URLSearchParams({ [shape.paging.size]: "15" })}`;
    while (query !== null) {
      const answer = await fetch(list + query, { headers });
      expect(answer.status).toBe(200);
      const { data, links } = page.parse(await answer.json());
      for (const { id } of data) ids.add(id);
      counts.push(data.length);
      const link = nextOf(links);
      query = link === null ? null : new URL(link, service.baseUrl).search;
    }
    await service.close();
    // loopback does not say that there is more.
    const all = shape.name === "loopback" ? [15] : [15, 15, 10];
    expect({ counts, ids: ids.size }).toEqual({ counts: all, ids: all.reduce((sum, count) => sum + count) });
  },
);

test.for(shapes.map((shape) => [shape.name, shape] as const))("%s is described in words that are read", ([, shape]) => {
  expect(readService(expectedService(shape))).toMatchObject({ isWhole: false, names: shape.expected.names });
});
