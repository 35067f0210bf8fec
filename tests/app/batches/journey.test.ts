import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { fillForm, post } from "#tests/support/posted-form.ts";
import { messagesOn } from "../page-reading.ts";
import { boxesOn, hrefOf } from "./selection-reading.ts";

const test = newAgencyTest();

const tagsOf = async (client: { attributes: Readonly<Record<string, unknown>> }) => client.attributes.tags;

test("those chosen get a tag, and the toast takes it back", async ({ agency, owner }) => {
  const [ada, ben] = [await agency.addClient({ name: "Ada" }), await agency.addClient({ name: "Ben" })];
  await agency.addClient({ name: "Cleo" });
  const page = await owner.open(`/batches/new?of=clients&id=${ada.id}&id=${ben.id}`);
  expect(page.text).toContain("Change 2 clients");
  expect(page.text).toContain("Ada · Ben");
  const done = await owner.submit({ action: "add_tag", tag: "Fair" }, { button: "Apply" });
  expect(done.url.pathname).toBe("/clients/");
  expect(done.text).toContain("Tag “Fair” added to 2 clients.");
  expect(await tagsOf((await agency.readClient(ada.id)).client)).toEqual(["Fair"]);
  const undone = await owner.submit({}, { button: "Undo", form: "dialog form[method=post]" });
  expect(undone.text).toContain("Undone for 2 clients.");
  expect(await tagsOf((await agency.readClient(ben.id)).client)).toEqual([]);
});

test("of twenty undos at once from as many pages one is done, and the others all say that it was", async ({
  agency,
  owner,
}) => {
  const { id } = await agency.addClient({ name: "Ada" });
  await owner.open(`/batches/new?of=clients&id=${id}`);
  await owner.submit({ action: "add_tag", tag: "Fair" }, { button: "Apply" });
  const undo = owner.page.document.querySelector("dialog form[method=post]")?.getAttribute("action") ?? "";
  const forms = [];
  for (let page = 0; page < 20; page += 1) forms.push(fillForm(await owner.open(undo), "Undo"));
  const answers = await Promise.all(forms.map((form) => post(owner, form)));
  const places = answers.map(({ status, headers }) => `${status} ${headers.get("location")}`).toSorted();
  const path = undo.replace("/undoing", "");
  expect(places).toEqual([...Array(19).fill(`303 ${path}`), "303 /clients/"]);
});

test("all that match a search are archived, whatever page they are on", async ({ agency, owner }) => {
  for (let number = 1; number <= 17; number += 1) await agency.addClient({ name: `Fair ${number}` });
  await agency.addClient({ name: "Stays" });
  const list = await owner.open("/clients/?q=fair&select=true");
  const page = await owner.open(hrefOf(list, "All 17 that match"));
  expect(page.text).toContain("Change 17 clients");
  const done = await owner.submit({ action: "archive" }, { button: "Apply" });
  expect(done.text).toContain("17 clients archived.");
  expect((await owner.open("/clients/")).text).toContain("Stays");
  const archived = await owner.open("/clients/?archived=true&select=true");
  const back = await owner.open(hrefOf(archived, "All 17 that match"));
  expect(back.text).toContain("Restore");
  const restored = await owner.submit({ action: "restore" }, { button: "Apply" });
  expect(restored.text).toContain("17 clients restored.");
});

test("those chosen go to a colleague by name; who could not be changed is named with the reason", async ({
  app,
  agency,
  owner,
}) => {
  const ruth = await agency.join("member");
  await app.database.orm.execute(
    sql`update upstream.accounts set first_name = 'Ruth', last_name = 'Okoro' where id = ${ruth.accountId}`,
  );
  const ada = await agency.addClient({ name: "Ada" });
  const gone = crypto.randomUUID();
  await owner.open(`/batches/new?of=clients&id=${ada.id}&id=${gone}`);
  const refused = await owner.submit({ action: "assign", agentText: "" }, { button: "Apply" });
  expect([refused.status, messagesOn(refused)]).toEqual([400, ["Choose a colleague."]]);
  const unknown = await owner.submit({ action: "assign", agentText: "Nobody" }, { button: "Apply" });
  expect([unknown.status, messagesOn(unknown)]).toEqual([409, ["No colleague has this name."]]);
  const done = await owner.submit({ action: "assign", agentText: "Ruth Okoro" }, { button: "Apply" });
  expect(done.url.pathname).toMatch(/^\/batches\/[0-9a-f-]{36}$/);
  expect(done.text).toContain("1 client given to Ruth Okoro.");
  expect(done.text).toContain("1 client no longer exist");
  const asked = await owner.open(`${done.url.pathname}/undoing`);
  expect(asked.text).toContain("Undo this change?");
  const undone = await owner.submit({}, { button: "Undo" });
  expect(undone.text).toContain("Undone for 1 client.");
  const again = await owner.open(`${done.url.pathname}/undoing`);
  expect(again.url.pathname).toBe(done.url.pathname);
});

test("properties, deals and tasks are chosen on their lists as well", async ({ agency, owner }) => {
  const [client, home] = [await agency.addClient({ name: "Ada" }), await agency.addPackage()];
  await agency.call("POST", "/opportunities", { clientId: client.id, packageId: home.id });
  await agency.call("POST", "/tasks", { title: "Call Ada" });
  expect(boxesOn(await owner.open("/packages/?select=true"))).toEqual(["Select 12 Alder Lane"]);
  const archived = await owner.open(hrefOf(owner.page, "All 1 on this page"));
  expect(archived.text).toContain("Change 1 property");
  expect(boxesOn(await owner.open("/opportunities?select=true"))).toEqual(["Select Ada, 12 Alder Lane"]);
  expect((await owner.open(hrefOf(owner.page, "All 1 on this page"))).text).toContain("Change 1 opportunity");
  expect(boxesOn(await owner.open("/tasks?select=true"))).toEqual(["Select Call Ada"]);
  await owner.open(hrefOf(owner.page, "All 1 on this page"));
  const done = await owner.submit({ action: "complete" }, { button: "Apply" });
  expect(done.text).toContain("1 task marked as done.");
});

test("an instructor chooses nothing, and what cannot be chosen is said", async ({ agency, owner }) => {
  const { visitor: instructor } = await agency.join("instructor");
  await agency.addClient();
  expect((await instructor.open("/clients/")).html).not.toContain("select=true");
  expect(boxesOn(await instructor.open("/clients/?select=true"))).toEqual([]);
  const none = await owner.open("/batches/new?of=clients");
  expect([none.status, none.text]).toEqual([200, expect.stringContaining("You haven’t chosen any clients.")]);
  expect((await owner.open("/batches/new?of=houses")).status).toBe(404);
  const gone = await owner.open(`/batches/new?of=clients&id=${crypto.randomUUID()}&id=nonsense`);
  expect([gone.status, gone.text]).toEqual([200, expect.stringContaining("Nothing to change")]);
  expect((await owner.open(`/batches/${crypto.randomUUID()}`)).status).toBe(404);
});

test("more than 1,000 are changed as a job, on a page that says how far it is", async ({ app, agency, owner }) => {
  const { workspaceId } = agency;
  await app.database.orm.execute(sql`
    insert into upstream.clients (workspace_id, assigned_account_id, name, email, name_key, email_key, search_text)
    select ${workspaceId}, ${agency.owner.accountId}, 'Client ' || n, n || '@many.example', 'client ' || n, n || '@many.example',
      'client ' || n from generate_series(1, 1500) as n`);
  await owner.open("/clients/?select=true");
  await owner.follow("All 1,500");
  const begun = await owner.submit({ action: "add_tag", tag: "Fair" }, { button: "Apply" });
  expect(begun.url.pathname).toMatch(/^\/batches\//);
  await expect
    .poll(async () => (await owner.open(begun.url.pathname)).text, { timeout: 20_000 })
    .toContain("Tag “Fair” added to 1,500 clients.");
  await owner.submit({}, { button: "Undo" });
  await expect
    .poll(async () => (await owner.open(begun.url.pathname)).text, { timeout: 20_000 })
    .toContain("Undone for 1,500 clients.");
});

test("the chosen ones alone are exported as a spreadsheet", async ({ agency, owner }) => {
  const [ada] = [await agency.addClient({ name: "Ada" }), await agency.addClient({ name: "Ben" })];
  const page = await owner.open(`/batches/new?of=clients&id=${ada.id}`);
  const sheet = await owner.open(hrefOf(page, "Export these as CSV"));
  expect([sheet.status, sheet.html.includes("Ada"), sheet.html.includes("Ben")]).toEqual([200, true, false]);
});

test("an export of records that are named wrongly is refused, and never the whole list", async ({ agency, owner }) => {
  await agency.addClient({ name: "Ada" });
  await agency.addPackage();
  for (const path of ["/clients/export.csv", "/packages/export.csv", "/opportunities/export.csv"]) {
    for (const ids of ["", ".,..", ",", "..&ids="]) {
      const refused = await owner.request(`${path}?ids=${ids}`);
      expect([path, ids, refused.status, await refused.text()]).toEqual([
        ...[path, ids, 400],
        "Nothing was chosen to export. Go back to the list and choose again.",
      ]);
    }
  }
  const nobodys = await owner.request("/clients/export.csv?ids=1,a%2Fb");
  expect([nobodys.status, (await nobodys.text()).includes("Ada")]).toEqual([200, false]);
  const none = await owner.open("/batches/new?of=clients&id=..");
  expect(none.html).not.toContain("export.csv");
});

test("what an address filters by and no list knows is said before a batch, and nothing is exported", async ({
  agency,
  owner,
}) => {
  await agency.addClient({ name: "Ada" });
  const said = "There is no such filter here: quiet=999x.";
  expect((await owner.open("/batches/new?of=clients&all=true&quiet=999x")).text).toContain(said);
  for (const path of [
    "/clients/export.csv?quiet=999x",
    "/packages/export.csv?due=never",
    "/opportunities/export.csv?stage=x",
  ]) {
    const refused = await owner.request(path);
    expect([path, refused.status, (await refused.text()).replace(/: \S+\./, ":")]).toEqual([
      ...[path, 400],
      "There is no such filter here: Nothing was exported. Go back to the list and choose its filters again.",
    ]);
  }
});

test("tags are added to properties, which are found by them, and taken back", async ({ agency, owner }) => {
  const home = await agency.addPackage();
  await owner.open(`/batches/new?of=packages&id=${home.id}`);
  const done = await owner.submit({ action: "add_tag", tag: "Fixer-upper" }, { button: "Apply" });
  expect(done.text).toContain("Tag “Fixer-upper” added to 1 property.");
  expect((await owner.open("/packages/?q=fixer-upper")).text).toContain("12 Alder Lane");
  expect((await owner.open(`/packages/${home.id}`)).text).toContain("Fixer-upper");
});
