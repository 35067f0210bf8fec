import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { distance } from "#server/upstream/search/list-search.ts";
import { maya } from "#tests/support/records.ts";
import { addDocument } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created, move } from "../opportunities/deals.ts";

const test = newWorkspaceTest();

async function search(person: TestPerson, query: string, limit = 5) {
  const { records, problem } = await person.get(`/search?${new URLSearchParams({ query, limit: String(limit) })}`);
  expect(problem).toBe("");
  return records.map(({ attributes }) => attributes);
}

/** What was found, as "client Maya Okafor". */
async function found(person: TestPerson, query: string): Promise<readonly string[]> {
  return (await search(person, query)).map(({ subject_type: kind, title }) => `${kind} ${title}`);
}

async function newPackage(person: TestPerson, street: string, city = "Seattle"): Promise<string> {
  const answer = await person.send("POST", "/packages", { type: "package", attributes: { street, city } });
  return created(answer).id;
}

async function open(person: TestPerson, clientId: string, packageId: string): Promise<string> {
  const attributes = { clientId, packageId };
  return created(await person.send("POST", "/opportunities", { type: "opportunity", attributes })).id;
}

test("one search finds each kind of record, with what tells it apart", async ({ service, owner }) => {
  const client = await owner.newClient(maya);
  const packageId = await newPackage(owner, "12 Alder Lane");
  const opportunityId = await open(owner, client.id, packageId);
  const document = await addDocument(service, owner, { packageId });
  const label = { label: "Okafor disclosure" };
  created(await owner.send("PATCH", `/documents/${document.record.id}`, { type: "document", attributes: label }));
  const ids = { client: client.id, opportunity: opportunityId, package: packageId, document: document.record.id };
  const rest = { picture_url: null, stage: null, reason: null, is_guess: false };
  expect(await search(owner, "okafor")).toEqual([
    { subject_type: "client", subject_id: ids.client, title: "Maya Okafor", detail: "maya@client.example", ...rest },
    {
      ...{ subject_type: "opportunity", subject_id: ids.opportunity, title: "Maya Okafor" },
      ...{ ...rest, detail: "12 Alder Lane", stage: "open" },
    },
    {
      subject_type: "package",
      subject_id: ids.package,
      title: "12 Alder Lane",
      detail: "Seattle",
      ...rest,
      reason: "maya okafor",
    },
    { ...{ subject_type: "document", subject_id: ids.document, title: label.label }, ...rest, detail: "12 Alder Lane" },
  ]);
  expect(await found(owner, "MÁYA alder")).toEqual(["opportunity Maya Okafor", "package 12 Alder Lane"]);
  await move(owner, opportunityId, "open", "lost");
  expect(await found(owner, "maya")).toEqual(["client Maya Okafor", "opportunity Maya Okafor"]);
});

test("what begins with the words comes first, then what has a word that does, then the rest", async ({ owner }) => {
  for (const name of ["Jo Annaud", "Suzanna Ek", "Anna Berg"]) await owner.newClient({ name });
  expect(await found(owner, "anna")).toEqual(["client Anna Berg", "client Jo Annaud", "client Suzanna Ek"]);
  expect(await found(owner, "an")).toEqual(["client Anna Berg", "client Jo Annaud"]);
});

test("an exact name comes first, however many names begin with it", async ({ owner }) => {
  await owner.newClient({ name: "Ann" });
  for (let number = 1; number <= 5; number += 1) await owner.newClient({ name: `Anna ${number}` });
  expect((await found(owner, "ann"))[0]).toBe("client Ann");
});

test("only the wanted kinds are found, and an unknown kind is refused", async ({ owner }) => {
  const client = await owner.newClient({ name: "Maya Okafor" });
  await open(owner, client.id, await newPackage(owner, "12 Okafor Lane"));
  const ofKinds = async (kinds: string) => {
    const answer = await owner.get(`/search?${new URLSearchParams({ query: "okafor", kinds })}`);
    return answer.problem === "" ? answer.records.map(({ attributes }) => attributes.subject_type) : answer.problem;
  };
  expect(await ofKinds("client")).toEqual(["client"]);
  expect(await ofKinds("package,client")).toEqual(["client", "package"]);
  expect(await ofKinds("opportunity")).toEqual(["opportunity"]);
  for (const odd of ["", "person", "client,", "clients", "client,person"])
    expect(await ofKinds(odd)).toMatch(/^400 invalid_query /);
});

const written = ["(206) 555-0142", "+1 206.555.0142", "001 206 555 0142 ext. 12", "2065550142"];
const abroad = ["+49 (0)30 1234567", "0049 30 1234567", "+49301234567", "030 / 1234567"];

test("a telephone number is found however it was written, and however it is typed", async ({ owner }) => {
  for (const phoneNumber of [...written, ...abroad]) await owner.newClient({ name: phoneNumber, phoneNumber });
  for (const numbers of [written, abroad])
    for (const typed of numbers) {
      const clients = (await search(owner, typed, 25)).map(({ title }) => title);
      expect(clients.toSorted(), typed).toEqual(numbers.toSorted());
    }
  expect(await found(owner, "٢٠٦٥٥٥٠١٤٢ x7")).toHaveLength(written.length);
  expect(await found(owner, "+1 206 555")).toHaveLength(written.length);
  const list = await owner.get(`/clients?${new URLSearchParams({ "filter[search]": "+1 (206) 555-0142" })}`);
  expect(list.records).toHaveLength(written.length);
});

test("what looks like a number is searched as it was typed, too", async ({ owner }) => {
  await newPackage(owner, "12 Alder Lane", "98101-1234");
  await owner.newClient({ name: "Ref 123-456-789", tags: ["2024-03-15"] });
  for (const [typed, title] of [
    ["98101-1234", "package 12 Alder Lane"],
    ["12 98101", "package 12 Alder Lane"],
    ["123-456-789", "client Ref 123-456-789"],
    ["2024-03-15", "client Ref 123-456-789"],
  ] as const)
    expect(await found(owner, typed), typed).toEqual([title]);
});

test("telephone numbers are found however they are typed, and wildcards are only characters", async ({ owner }) => {
  await owner.newClient({ name: "Ana", phoneNumber: "(206) 555-0142" });
  await owner.newClient({ name: "100% Homes_Ltd" });
  expect(await found(owner, "206 555 0142")).toEqual(["client Ana"]);
  expect(await found(owner, "100%")).toEqual(["client 100% Homes_Ltd"]);
  expect(await found(owner, "%%%")).toEqual([]);
  expect(await found(owner, "___")).toEqual([]);
});

test.for<readonly [string, string, readonly string[]]>([
  ["the whole of it", "anna.berg@mail.example", ["client Anna"]],
  ["in capitals, with a word of the name", "Anna.Berg@Mail.EXAMPLE anna", ["client Anna"]],
  ["what begins inside of a word", "erg@mail.example", ["client Anna", "client Bo"]],
  ["so far", "anna.berg@m", ["client Anna", "client Cy"]],
  ["a few letters before the sign", "rg@mail.example", ["client Anna", "client Bo"]],
  ["only what stands behind the sign", "@mail.example", ["client Anna", "client Bo"]],
  ["one that has signs of a pattern", "berg@m__l.example", []],
  ["one whose parts stand in two addresses", "hasselberg@more.example", []],
])("of an address, %s finds whose it is", async ([, typed, titles], { owner }) => {
  await owner.newClient({ name: "Anna", email: "anna.berg@mail.example" });
  await owner.newClient({ name: "Bo", email: "hasselberg@mail.example" });
  await owner.newClient({ name: "Cy", email: "anna.berg@more.example" });
  expect((await found(owner, typed)).toSorted()).toEqual(titles);
  const list = await owner.get(`/clients?${new URLSearchParams({ "filter[search]": typed, sort: "name" })}`);
  expect(list.records.map(({ attributes }) => `client ${attributes.name}`)).toEqual(titles);
});

test.for<readonly [string, string, string]>([
  ["mistyped letters", "Lindqvits", "client Nora Lindqvist"],
  ["two letters swapped in a short name", "nroa", "client Nora Lindqvist"],
  ["a letter too few", "lindqist", "client Nora Lindqvist"],
  ["a letter too many", "noora", "client Nora Lindqvist"],
  ["the first letter wrong", "mindqvist", "client Nora Lindqvist"],
  ["one of two words", "nora lindkvist", "client Nora Lindqvist"],
  ["a street", "palatin avenu", "package 4107 Palatine Avenue N"],
])("%s still find it, and it is said that this is a guess", async ([, typed, title], { owner }) => {
  await owner.newClient({ name: "Nora Lindqvist" });
  await owner.newClient({ name: "Theo Brandt" });
  await newPackage(owner, "4107 Palatine Avenue N");
  const [first, ...others] = await search(owner, typed);
  expect([`${first?.subject_type} ${first?.title}`, first?.is_guess]).toEqual([title, typed !== "palatin avenu"]);
  expect(others).toEqual([]);
});

test("what nothing is near finds nothing, and a name that changed is found by the new one", async ({ owner }) => {
  const client = await owner.newClient({ name: "Nora Lindqvist" });
  expect(await found(owner, "xylophone")).toEqual([]);
  expect(await found(owner, "nora xylophone")).toEqual([]);
  await owner.send("PATCH", `/clients/${client.id}`, { type: "client", attributes: { name: "Nora Bergström" } });
  expect(await found(owner, "bergstorm")).toEqual(["client Nora Bergström"]);
  expect(await found(owner, "lindqvits")).toEqual([]);
});

test("archived records, and those that the user may not see, are neither found nor suggested", async ({
  service,
  workspace,
  owner,
}) => {
  const member = await workspace.join("member");
  const [own, theirs] = [await member.newClient({ name: "Maya Own" }), await owner.newClient({ name: "Maya Theirs" })];
  const packageId = await newPackage(owner, "12 Maya Lane");
  await open(owner, theirs.id, packageId);
  expect(await found(member, "maya")).toEqual(["client Maya Own"]);
  expect(await found(member, "theirs")).toEqual([]);
  expect(await found(member, "thiers")).toEqual([]);
  await member.send("POST", `/clients/${own.id}/archival`);
  expect(await found(member, "maya")).toEqual([]);
  const stranger = (await service.newWorkspace()).owner;
  expect(await found(stranger, "maya")).toEqual([]);
  expect(await found(stranger, "myaa")).toEqual([]);
  expect(await found(await workspace.join("instructor"), "12 maya")).toHaveLength(2);
});

test("results are limited per kind, at most to the largest allowed number", async ({ owner }) => {
  for (let number = 1; number <= 7; number += 1) await owner.newClient({ name: `Maya ${number}` });
  expect(await search(owner, "maya", 3)).toHaveLength(3);
  for (const query of ["limit=0&query=x", "limit=26&query=x", "limit=x&query=x", `query=${"x".repeat(201)}`, "q=x"])
    expect((await owner.get(`/search?${query}`)).problem).toMatch(/^400 invalid_query /);
  for (const query of ["query=", "query=%20", "query=%E2%80%8B"])
    expect((await owner.get(`/search?${query}`)).records).toEqual([]);
});

test("words are kept once, without numbers, for the workspace whose records have them", async ({ service, owner }) => {
  await owner.newClient({ name: "Maya O'Hara-Smith 2nd" });
  await owner.newClient({ name: "Maya Smith" });
  const { rows } = await service.database.orm.execute<{ word: string }>(sql`
    select word from upstream.search_words where workspace_id = ${owner.workspaceId} order by word`);
  expect(rows.map(({ word }) => word)).toEqual(["hara", "maya", "smith"]);
});

describe("the distance of two words", () => {
  test.for([
    ["maya", "maya", 0],
    ["maya", "myaa", 1],
    ["maya", "may", 1],
    ["maya", "mayas", 1],
    ["maya", "mara", 1],
    ["lindqvist", "lindkvits", 2],
    ["maya", "theodore", 3],
    ["ab", "ba", 1],
    ["", "ab", 2],
  ] as const)("%s and %s: %i", ([one, other, wrong]) => {
    expect(distance(one, other, 2)).toBe(wrong);
    expect(distance(other, one, 2)).toBe(wrong);
  });
});
