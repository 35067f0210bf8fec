import { expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { linkOf } from "../page-reading.ts";

const test = sharedAgencyTest();

test("two clients are compared and merged, their former address leads on, and the merge is undone, without scripts", async ({
  agency,
  owner,
}) => {
  const stays = await agency.addClient({ name: "Nora Lind", email: "nora@client.example" });
  const other = await agency.addClient({
    name: "Nora Lindqvist",
    email: "n.lindqvist@client.example",
    phoneNumber: "206 555 0199",
  });
  await agency.addPerson(other.id, { name: "Theo Lind", email: "theo@client.example" });
  const page = await owner.open(`/clients/${stays.id}`);
  expect(page.document.querySelector(`main a[href="/clients/${stays.id}/merge"]`)?.text).toBe("Merge");

  await owner.open(`/clients/${stays.id}/merge`);
  const fields = await owner.submit({ otherText: "Lindqvist" }, { button: "Compare" });
  const isThere = fields.url.pathname.endsWith("/merge/fields");
  const compared = isThere ? fields : await owner.submit({ other: other.id }, { button: "Compare" });
  expect(compared.document.querySelector("h1")?.text).toBe("Merge Nora Lindqvist into Nora Lind?");
  expect(compared.text).toContain("What comes along: 1 person of the household, 2 entries of the history.");
  const checked = compared.document.querySelectorAll("main input[type=radio][checked]");
  expect(checked.map((input) => [input.getAttribute("name"), input.getAttribute("value")])).toEqual([
    // The client that stays keeps the name.
    ["name", "this"],
    ["email", "this"],
    ["phoneNumber", "other"],
  ]);

  const merged = await owner.submit({ name: "this" }, { button: "Merge clients" });
  expect(merged.url.pathname).toBe(`/clients/${stays.id}`);
  expect(merged.document.querySelector("h1")?.text).toBe("Nora Lind");
  expect(merged.text).toContain("Clients merged. You can undo this for 10 minutes.");
  expect(merged.text).toContain("Nora Lindqvist was merged into this client.");
  expect(merged.text).toContain("n.lindqvist@client.example");
  expect((await owner.open(`/clients/${other.id}`)).url.pathname).toBe(`/clients/${stays.id}`);
  expect((await owner.open(`/messages/${other.id}`)).url.pathname).toBe(`/clients/${stays.id}`);
  expect((await owner.open("/clients/?search=Lindqvist")).text).not.toContain("Nora Lindqvist");

  await owner.open(`/clients/${stays.id}/merge/undoing`);
  expect(owner.page.document.querySelector("h1")?.text).toBe("Separate Nora Lindqvist from Nora Lind?");
  const undone = await owner.submit({}, { button: "Undo merge" });
  expect(undone.url.pathname).toBe(`/clients/${other.id}`);
  expect(undone.text).toContain("Merge undone. Nora Lindqvist and Nora Lind are separate again.");
  expect((await owner.open(`/clients/${stays.id}/merge/undoing`)).url.pathname).toBe(`/clients/${stays.id}`);
});

test("an undo that would leave a client without email and phone says so, and leads to where one is entered", async ({
  agency,
  owner,
}) => {
  const stays = await agency.addClient({ name: "Pat Stays", email: "pat@client.example" });
  const other = await agency.addClient({ name: "Kim Other", email: "kim@client.example" });
  await agency.call("PATCH", `/clients/${stays.id}`, { email: null, phoneNumber: "206 555 0101" });
  await owner.open(`/clients/${stays.id}/merge/fields?other=${other.id}`);
  await owner.submit({ name: "this", email: "other" }, { button: "Merge clients" });
  await agency.call("PATCH", `/clients/${stays.id}`, { phoneNumber: null });
  await owner.open(`/clients/${stays.id}/merge/undoing`);
  const refused = await owner.submit({}, { button: "Undo merge" });
  expect([refused.status, linkOf(refused, "Edit Pat Stays")]).toEqual([409, `/clients/${stays.id}/edit`]);
  expect(refused.text).toContain("Pat Stays would have neither an email nor a phone number then.");
  await agency.call("PATCH", `/clients/${stays.id}`, { phoneNumber: "206 555 0102" });
  await owner.open(`/clients/${stays.id}/merge/undoing`);
  expect((await owner.submit({}, { button: "Undo merge" })).text).toContain(
    "Kim Other and Pat Stays are separate again.",
  );
});

test("a client is not merged with itself, with nobody, or with one that does not exist", async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Only One", email: "only@client.example" });
  await owner.open(`/clients/${id}/merge`);
  const itself = await owner.submit({ otherText: "only@client.example" }, { button: "Compare" });
  expect([itself.status, itself.text.includes("Choose another client than this one.")]).toEqual([400, true]);
  const nobody = await owner.submit({ otherText: "" }, { button: "Compare" });
  expect([nobody.status, nobody.text.includes("Choose the other client.")]).toEqual([400, true]);
  for (const other of ["", "?other=%00", `?other=${id}`])
    expect((await owner.open(`/clients/${id}/merge/fields${other}`)).url.pathname).toBe(`/clients/${id}/merge`);
  const missing = await owner.open(`/clients/${id}/merge/fields?other=00000000-0000-4000-8000-000000000000`);
  expect(missing.status).toBe(404);
});

test("two clients that a new one may be are offered to be merged", async ({ agency, owner }) => {
  const email = "twice@client.example";
  const twins = [await agency.addClient({ email }), await agency.addClient({ email })];
  await owner.open("/clients/new");
  const asked = await owner.submit({ name: "Again", email, phoneNumber: "" }, { button: "Create client" });
  const links = asked.document.querySelectorAll("main a").filter((link) => link.text === "Merge them");
  const [first, second] = twins.map(({ id }) => id).toReversed();
  expect(links.map((link) => link.getAttribute("href"))).toEqual([`/clients/${first}/merge/fields?other=${second}`]);
});

test("an undo names both as they are called apart, also where the other's name was taken, or both have the same", async ({
  agency,
  owner,
}) => {
  const titleOfUndo = async (names: readonly [string, string], given: Readonly<Record<string, string>>) => {
    const [stays, other] = [
      await agency.addClient({ name: names[0], email: `stays${crypto.randomUUID()}@client.example` }),
      await agency.addClient({ name: names[1], email: `other${crypto.randomUUID()}@client.example` }),
    ];
    await owner.open(`/clients/${stays.id}/merge/fields?other=${other.id}`);
    await owner.submit(given, { button: "Merge clients" });
    await owner.open(`/clients/${stays.id}/merge/undoing`);
    return owner.page.document.querySelector("h1")?.text;
  };
  expect(await titleOfUndo(["Bo Lund", "Boris Lund"], { name: "other" })).toBe("Separate Boris Lund from Bo Lund?");
  expect(await titleOfUndo(["Ann Reed", "Ann Reed"], { email: "other" })).toMatch(
    /^Separate Ann Reed \(other.+@client\.example\) from Ann Reed \(stays.+@client\.example\)\?$/,
  );
});
