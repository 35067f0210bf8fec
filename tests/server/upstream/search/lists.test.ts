import { expect } from "vitest";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created } from "../opportunities/deals.ts";

const test = newWorkspaceTest();

const titles = { "/clients": "name", "/packages": "street", "/opportunities": "client_id" } as const;

/** What a list has for a search, and whether it is a guess. */
async function listed(person: TestPerson, path: keyof typeof titles, typed: string) {
  const answer = await person.get(`${path}?${new URLSearchParams({ "filter[search]": typed, "page[count]": "true" })}`);
  expect(answer.problem).toBe("");
  const page: { total?: number; similar?: boolean } | undefined = answer.document.meta?.page;
  expect(page?.total).toBe(answer.records.length);
  return { found: answer.records.map(({ attributes }) => attributes[titles[path]]), isGuess: page?.similar === true };
}

/** The titles that the search for everything finds of one kind. */
async function everywhere(person: TestPerson, kind: string, query: string) {
  const { records } = await person.get(`/search?${new URLSearchParams({ query, kinds: kind })}`);
  return records.map(({ attributes }) => attributes.title);
}

async function addPerson(owner: TestPerson, clientId: string) {
  const attributes = { clientId, name: "Zoë Hartwell", email: "zoe@partner.example", phoneNumber: "(425) 555-0199" };
  return created(await owner.send("POST", "/client_people", { type: "client_person", attributes }));
}

async function wish(owner: TestPerson, clientId: string, attributes: object) {
  const { document } = await owner.get(`/clients/${clientId}?include=buyer_profile`);
  const id = document.included?.[0]?.id;
  created(await owner.send("PATCH", `/buyer_profiles/${id}`, { type: "buyer_profile", attributes }));
}

test.for([
  ["a person of the household", "hartwell", false],
  ["an accent less", "zoe", false],
  ["a person's address", "zoe@partner.example", false],
  ["a person's number", "425-555-0199", false],
  ["a preferred area", "ballard", false],
  ["words of the notes", "corner STUDIO", false],
  ["a tag", "pre-approved", false],
  ["a word of the name and one of the household", "nora hartwell", false],
  ["a mistyped person of the household", "hartwlel", true],
  ["a mistyped area", "balard", true],
  ["a mistyped tag", "relocaton", true],
] as const)("a client is found by %s, in the list and everywhere", async ([, typed, isGuess], { owner }) => {
  const client = await owner.newClient({ name: "Nora Lindqvist", tags: ["Pre-approved", "Relocation"] });
  await owner.newClient({ name: "Theo Brandt" });
  await addPerson(owner, client.id);
  await wish(owner, client.id, { preferredAreas: ["Ballard"], notes: "Wants a corner studio." });
  expect(await listed(owner, "/clients", typed)).toEqual({ found: ["Nora Lindqvist"], isGuess });
  expect(await everywhere(owner, "client", typed)).toEqual(["Nora Lindqvist"]);
});

test("what was removed or changed around a client finds them no more", async ({ owner }) => {
  const client = await owner.newClient({ name: "Nora Lindqvist", tags: ["Relocation"] });
  const person = await addPerson(owner, client.id);
  await wish(owner, client.id, { preferredAreas: ["Ballard"], notes: "Corner studio" });
  await owner.send("DELETE", `/client_people/${person.id}`);
  await wish(owner, client.id, { preferredAreas: ["Fremont"], notes: null });
  await owner.send("PATCH", `/clients/${client.id}`, { type: "client", attributes: { tags: ["Investor"] } });
  for (const gone of ["hartwell", "partner.example", "4255550199", "ballard", "corner", "relocation"])
    expect([gone, (await listed(owner, "/clients", gone)).found]).toEqual([gone, []]);
  for (const there of ["fremont", "investor"])
    expect([there, (await listed(owner, "/clients", there)).found]).toEqual([there, ["Nora Lindqvist"]]);
});

test.for([
  ["the listing agent", "okonkwo", false],
  ["the listing agent's number", "2065550175", false],
  ["a school", "adams elementary", false],
  ["a mistyped listing agent", "okonkow", true],
  ["a mistyped street", "palatinne", true],
] as const)("a property is found by %s, in the list and everywhere", async ([, typed, isGuess], { owner }) => {
  const listingAgent = { name: "Ada Okonkwo", email: "ada@listing.example", phoneNumber: "(206) 555-0175" };
  const schools = [{ name: "Adams Elementary", url: null }];
  const street = "4107 Palatine Avenue N";
  const { id } = created(await owner.send("POST", "/packages", { type: "package", attributes: { street, schools } }));
  created(await owner.send("PATCH", `/packages/${id}`, { type: "package", attributes: { listingAgent } }));
  // The other facts stay as they were.
  created(await owner.send("PATCH", `/packages/${id}`, { type: "package", attributes: { beds: 3 } }));
  await owner.send("POST", "/packages", { type: "package", attributes: { street: "12 Alder Lane" } });
  expect(await listed(owner, "/packages", typed)).toEqual({ found: [street], isGuess });
  expect(await everywhere(owner, "package", typed)).toEqual([street]);
});

test.for([
  ["the client", "lindqvist", false],
  ["the property", "palatine", false],
  ["a word of each", "nora palatine", false],
  ["somebody of the household", "hartwell", false],
  ["a mistyped client", "lindqvits", true],
  ["a mistyped word of each", "lindqvits palatinne", true],
] as const)("a deal is found by %s", async ([, typed, isGuess], { owner }) => {
  const [nora, theo] = [
    await owner.newClient({ name: "Nora Lindqvist" }),
    await owner.newClient({ name: "Theo Brandt" }),
  ];
  await addPerson(owner, nora.id);
  const newPackage = async (street: string) =>
    created(await owner.send("POST", "/packages", { type: "package", attributes: { street } })).id;
  const [palatine, alder] = [await newPackage("4107 Palatine Avenue N"), await newPackage("12 Alder Lane")];
  for (const [clientId, packageId] of [
    [nora.id, palatine],
    [theo.id, alder],
  ])
    created(await owner.send("POST", "/opportunities", { type: "opportunity", attributes: { clientId, packageId } }));
  expect(await listed(owner, "/opportunities", typed)).toEqual({ found: [nora.id], isGuess });
});

test("a deal is not found by another client of its property, and nobody's by a word of each of two deals", async ({
  owner,
}) => {
  const [nora, theo] = [
    await owner.newClient({ name: "Nora Lindqvist" }),
    await owner.newClient({ name: "Theo Brandt" }),
  ];
  const { id: packageId } = created(
    await owner.send("POST", "/packages", { type: "package", attributes: { street: "12 Alder Lane" } }),
  );
  for (const { id: clientId } of [nora, theo])
    created(await owner.send("POST", "/opportunities", { type: "opportunity", attributes: { clientId, packageId } }));
  expect((await listed(owner, "/opportunities", "nora")).found).toEqual([nora.id]);
  expect((await listed(owner, "/opportunities", "nora theo")).found).toEqual([]);
  const board = await owner.get("/opportunities?filter[first_of_stage]=5&filter[search]=theo");
  expect(board.records.map(({ attributes }) => attributes.client_id)).toEqual([theo.id]);
});

test("a guess has pages like any other search", async ({ owner }) => {
  for (let number = 1; number <= 5; number += 1) await owner.newClient({ name: `Nora Lindqvist ${number}` });
  const names: unknown[] = [];
  let next = "/clients?page[limit]=2&sort=name&filter[search]=lindqvits";
  for (let page = 1; page <= 3; page += 1) {
    const { records, document } = await owner.get(next);
    expect(document.meta?.page).toMatchObject({ similar: true });
    names.push(...records.map(({ attributes }) => attributes.name));
    next = String(document.links?.next ?? "").replace(/^.*\/api/, "");
  }
  expect(names).toEqual([1, 2, 3, 4, 5].map((number) => `Nora Lindqvist ${number}`));
});

test("a person of a household is warned of as a duplicate", async ({ owner }) => {
  const client = await owner.newClient({ name: "Nora Lindqvist" });
  await addPerson(owner, client.id);
  const { records } = await owner.get("/clients/duplicates?email=ZOE%40partner.example");
  expect(records.map(({ id }) => id)).toEqual([client.id]);
});
