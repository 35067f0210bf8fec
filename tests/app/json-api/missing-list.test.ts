/** A service that lacks a whole list is asked for it once an hour, not for every page. */
import { expect, test } from "vitest";
import { startHttpService } from "#tests/support/http-service.ts";
import { client } from "./client-resource.ts";
import { clientDocument, clientsDocument, connect, json } from "./connecting.ts";
import { errorOf } from "./failing.ts";

const failure = "Failed to fetch data";

/** A service that answers a call with the status that `statusOf` gives. */
async function answering(statusOf: (url: string) => number) {
  const service = await startHttpService(({ url }, response) => {
    const status = statusOf(url);
    const refused = JSON.stringify({ errors: [{ status: String(status) }] });
    const document = /\/clients\/./.test(url) ? clientDocument : clientsDocument;
    response.writeHead(status, json).end(status === 200 ? document : refused);
  });
  const line = connect(service.origin, { limits: { retries: 0 } });
  return { ...line, asked: () => service.received.splice(0).length };
}

type Line = Awaited<ReturnType<typeof answering>>;
const query = { "filter[list]": "clients" };
const list = (api: Line["api"], mayBeMissing = true) =>
  errorOf(api.list("/clients", client, { query, mayBeMissing, failure }));

test.each([404, 405, 501])("a list that is missing with %i is not asked for again, by anybody", async (status) => {
  const service = await answering(() => status);
  await list(service.api);
  expect(service.asked()).toBeGreaterThan(1);
  expect(await list(service.api)).toMatchObject({ kind: "missing", message: failure });
  expect(await list(service.as({ token: "of-another" }))).toMatchObject({ kind: "missing" });
  expect(service.asked()).toBe(0);
});

test("what a filter names may be missing while the list is there", async () => {
  const service = await answering((url) => (url.includes("filter") ? 404 : 200));
  expect([await list(service.api), service.asked()]).toEqual([expect.objectContaining({ kind: "missing" }), 2]);
  await list(service.api);
  expect(service.asked()).toBe(2);
});

test.each([401, 403, 429, 500, 503])("a list that fails with %i is asked for each time", async (status) => {
  const service = await answering(() => status);
  await list(service.api);
  service.asked();
  await list(service.api);
  expect(service.asked()).toBeGreaterThan(0);
});

test("a list that every service has, and a record, are asked for each time", async () => {
  const service = await answering(() => 404);
  const find = () => errorOf(service.api.find("/clients/11111111-1111-4111-8111-111111111111", client, { failure }));
  for (const ask of [find, () => list(service.api, false)]) {
    await ask();
    await ask();
    expect(service.asked()).toBe(2);
  }
});
