import { http } from "msw";
import { expect } from "vitest";
import { z } from "zod";
import { startAgency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { describeService } from "#tests/support/described-service.ts";
import { alderLane, maya } from "#tests/support/records.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const answered = z.strictObject({
  options: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      detail: z.string(),
      picture: z.string().nullable(),
      reason: z.string().optional(),
    }),
  ),
  isGuess: z.boolean(),
  isUnsearched: z.optional(z.boolean()),
});

async function ask(visitor: Visitor, of: string, q?: string, inside: { readonly package?: string } = {}) {
  const query = new URLSearchParams({ of, ...inside, ...(q === undefined ? {} : { q }) });
  const response = await visitor.request(`/picker?${query}`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
  return answered.parse(await response.json());
}

const namesOf = async (...asked: Parameters<typeof ask>) =>
  (await ask(...asked)).options.map(({ name, detail }) => (detail === "" ? name : `${name}, ${detail}`));

test("clients by words of their names and addresses, whole names first", async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Ann", email: "ann@client.example" });
  await agency.addClient({ name: "Anna Berg", email: "anna@client.example" });
  await agency.addClient(maya);
  expect(await ask(owner, "clients", "ann")).toEqual({
    options: [
      { id, name: "Ann", detail: "ann@client.example", picture: null },
      { id: expect.any(String), name: "Anna Berg", detail: "anna@client.example", picture: null },
    ],
    isGuess: false,
  });
  expect(await namesOf(owner, "clients", "maya@client")).toEqual(["Maya Okafor, maya@client.example"]);
});

test("names come before other matches, of whatever kind, and what else has the words is said", async ({
  agency,
  owner,
}) => {
  const household = await agency.addClient({ name: "Aaron Webb", email: "webb@client.example" });
  await agency.addPerson(household.id, { name: "Magnolia Webb", email: "m.webb@client.example" });
  await agency.addClient({ name: "Lee Magnolia", email: "lee@client.example" });
  await agency.addClient({ name: "Ben Ode", email: "magnolia@client.example" });
  await agency.addPackage({ street: "12 Magnolia Way", city: "Seattle" });
  const { options } = await ask(owner, "subjects", "magnolia");
  expect(options.map(({ name, reason }) => [name, reason]).slice(0, 2)).toEqual([
    ["Lee Magnolia", undefined],
    ["12 Magnolia Way", undefined],
  ]);
  expect(new Map(options.map(({ name, reason }) => [name, reason]))).toEqual(
    new Map([
      ["Lee Magnolia", undefined],
      ["12 Magnolia Way", undefined],
      ["Aaron Webb", "“Magnolia Webb”"],
      ["Ben Ode", undefined],
    ]),
  );
  const clients = (await ask(owner, "clients", "magnolia")).options.map(({ name }) => name);
  expect(clients[0]).toBe("Lee Magnolia");
  await owner.open("/opportunities/new");
  const asked = await owner.submit({ client: "magnolia", property: "12 Magnolia Way" }, { button: "Open opportunity" });
  expect(asked.text).toContain("Aaron Webb (webb@client.example), found by “Magnolia Webb”");
  expect((await owner.open("/search?q=magnolia")).text).toContain("Found by “Magnolia Webb”");
});

test("what is misspelled finds what is spelled like it, and says that it guesses", async ({ agency, owner }) => {
  await agency.addClient({ name: "Nora Lindqvist", email: "nora@client.example" });
  await agency.addPackage({ street: "4107 Palatine Avenue N" });
  expect(await ask(owner, "clients", "lindqvits")).toMatchObject({
    options: [{ name: "Nora Lindqvist" }],
    isGuess: true,
  });
  expect(await ask(owner, "properties", "palatine avenu")).toMatchObject({ isGuess: false });
  expect(await ask(owner, "properties", "palatnie")).toMatchObject({ isGuess: true });
  expect(await ask(owner, "colleagues", "mrash")).toMatchObject({ options: [{ name: "Ada Marsh" }], isGuess: true });
});

test("at most twelve, and before anything is typed the newest", async ({ agency, owner }) => {
  for (let number = 1; number <= 14; number += 1)
    await agency.addClient({ name: `Maya ${number}`, email: `maya${number}@client.example` });
  expect((await ask(owner, "clients", "maya")).options).toHaveLength(12);
  const newest = await namesOf(owner, "clients");
  expect([newest.length, newest[0]]).toEqual([12, "Maya 14, maya14@client.example"]);
  expect(await ask(owner, "clients", " ")).toEqual(await ask(owner, "clients"));
});

test("properties, colleagues and documents, and all that a task can be about", async ({ agency, owner }) => {
  const property = await agency.addPackage({ ...alderLane, city: "Seattle", state: "WA", zip: "98117" });
  const client = await agency.addClient({ name: "Maya Alder", email: "maya@client.example" });
  expect(await namesOf(owner, "properties", "alder")).toEqual(["12 Alder Lane, Seattle, WA 98117"]);
  expect(await namesOf(owner, "properties")).toEqual(["12 Alder Lane, Seattle, WA 98117"]);
  expect(await namesOf(owner, "documents", "alder")).toEqual([]);
  expect(await namesOf(owner, "colleagues")).toEqual([expect.stringMatching(/^Ada Marsh, .+@agency\.example$/)]);
  const subjects = (await ask(owner, "subjects", "alder")).options.map(({ id, name }) => [id, name]);
  expect(subjects).toEqual([
    [`client.${client.id}`, "Maya Alder"],
    [`package.${property.id}`, "12 Alder Lane"],
  ]);
  expect((await ask(owner, "subjects")).options.map(({ id }) => id)).toEqual(subjects.map(([id]) => id));
});

test("as agents only those are offered who may change records", async ({ agency, owner }) => {
  await agency.join("instructor");
  expect(await namesOf(owner, "colleagues")).toHaveLength(2);
  expect(await namesOf(owner, "agents")).toHaveLength(1);
});

test("colleagues have their photo, where there is one", async ({ app, owner }) => {
  const [me] = (await ask(owner, "colleagues")).options;
  expect(me).toMatchObject({ picture: null });
  const picture = { url: "https://photos.example/ada.jpg", file_id: crypto.randomUUID() };
  const photograph = "UPDATE upstream.accounts SET profile_picture = $2 WHERE id = $1";
  await app.database.pool.query(photograph, [me?.id, picture]);
  // What is remembered of the person is out of date: the next answer leads to itself, as browsers follow it.
  await owner.open("/tasks");
  expect(await ask(owner, "colleagues", "ada")).toMatchObject({ options: [{ picture: picture.url }] });
});

test("of a property's documents those that can be analyzed, by their names and texts", async ({
  app,
  agency,
  owner,
}) => {
  const [{ id }, other] = [await agency.addPackage(), await agency.addPackage({ street: "14 Alder Lane" })];
  const paper = { content: "The chimney must be repaired." };
  await uploadDocument(owner, { ...paper, name: "Roof survey.txt" }, `?package=${id}`);
  const photo = await uploadDocument(owner, { ...paper, name: "Roof photo.txt" }, `?package=${id}`);
  await app.database.pool.query("UPDATE upstream.documents SET kind = 'image' WHERE id = $1", [photo]);
  await uploadDocument(owner, { ...paper, name: "Roof next door.txt" }, `?package=${other.id}`);
  const inside = { package: id };
  expect(await namesOf(owner, "reports", undefined, inside)).toEqual(["Roof survey.txt"]);
  for (const words of ["roof", "survey", "surv", "ROOF sur"])
    expect(await namesOf(owner, "reports", words, inside)).toEqual(["Roof survey.txt"]);
  expect(await ask(owner, "reports", "rofo", inside)).toMatchObject({
    options: [{ name: "Roof survey.txt" }],
    isGuess: true,
  });
  expect(await namesOf(owner, "reports", "furnace", inside)).toEqual([]);
  for (const odd of ["", ".", "..", "%00"])
    expect((await owner.request(`/picker?of=reports&package=${odd}`)).status).toBe(404);
  expect((await owner.request("/picker?of=reports")).status).toBe(404);
  const stranger = await agency.join("member");
  expect(await namesOf(stranger.visitor, "reports", "roof", inside)).toEqual([]);
});

test("only what one may see: not another workspace's, and of a member's own workspace only their own", async ({
  app,
  agency,
}) => {
  await agency.addClient({ name: "Maya Okafor" });
  await agency.addPackage({ street: "12 Okafor Lane" });

  const stranger = (await startAgency(app)).owner.visitor;
  const member = (await agency.join("member")).visitor;
  for (const visitor of [stranger, member])
    for (const of of ["clients", "properties", "subjects", "documents"])
      for (const q of [undefined, "okafor", "okafro"]) expect(await namesOf(visitor, of, q)).toEqual([]);
  expect(await namesOf(stranger, "colleagues")).toHaveLength(1);
  const anonymous = app.visitor();
  const asked = await anonymous.request("/picker?of=clients&q=okafor");
  expect([asked.status, asked.headers.get("location")]).toEqual([303, expect.stringMatching(/^\/login/)]);
});

test("odd input finds nothing or is Not Found, and fails nothing", async ({ agency, owner }) => {
  await agency.addClient({ name: "100% Homes_Ltd" });
  for (const odd of ["%%%", "___", "\u0000", "\ud800", "x".repeat(5000), "' or 1=1 --", "()", "<script>"])
    expect(await namesOf(owner, "clients", `zz${odd}`)).toEqual([]);
  expect(await namesOf(owner, "clients", "100%")).toHaveLength(1);
  for (const kind of ["", "client", "people", "__proto__", "clients%20"])
    expect((await owner.request(`/picker?of=${kind}&q=x`)).status).toBe(404);
  expect((await owner.request("/picker")).status).toBe(404);
});

test("a service without a search for everything answers from its lists", async ({ app, agency, owner }) => {
  await agency.addClient(maya);
  await agency.addPackage({ street: "12 Okafor Lane" });
  const description = (filters: readonly string[]) =>
    describeService({ clients: { filters }, packages: { filters }, documents: { filters }, sessions: {} });
  try {
    app.pretend({ description: description(["search"]) });
    expect(await namesOf(owner, "clients", "okafor")).toEqual(["Maya Okafor, maya@client.example"]);
    expect(await namesOf(owner, "subjects", "okafor")).toHaveLength(2);
    expect(await namesOf(owner, "documents", "okafor")).toEqual([]);
    // What cannot be searched at all is there to choose from, whatever is typed.
    app.pretend({ description: description([]) });
    expect(await namesOf(owner, "clients", "nobody")).toEqual(["Maya Okafor, maya@client.example"]);
  } finally {
    app.pretend();
  }
});

test("a refusal and a failing service keep their statuses", async ({ app, owner }) => {
  for (const [status, answer] of [
    [403, 403],
    [500, 503],
  ] as const) {
    app.use(http.all("*/api/search", () => new Response("", { status })));
    expect((await owner.request("/picker?of=clients&q=maya")).status).toBe(answer);
  }
});
