import { sql } from "drizzle-orm";
import { http } from "msw";
import { expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";
import { findOpportunity } from "#tests/support/opportunity-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import { uploadDocument } from "#tests/support/seeded-agent.ts";
import { addTask } from "#tests/support/task-forms.ts";
import type { Visit } from "#tests/support/visitor.ts";

const test = sharedAgencyTest();

test("a client and a property go to the trash, are restored and deleted for good, without scripts", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Otis Grant", email: "otis@client.example" });
  const house = await agency.addPackage({ street: "7 Mill Road" });
  const links = [
    { page: `/clients/${client.id}`, about: `client.${client.id}`, name: "Otis Grant", list: "/clients/" },
    { page: `/packages/${house.id}`, about: `package.${house.id}`, name: "7 Mill Road", list: "/packages/" },
  ];
  for (const { page, about, name, list } of links) {
    const shown = await owner.open(page);
    expect(shown.document.querySelector(`main a[href="/trash/new?about=${about}"]`)?.text).toBe("Delete");
    const asked = await owner.open(`/trash/new?about=${about}`);
    expect(asked.document.querySelector("h1")?.text).toBe(`Move ${name} to the trash?`);
    const moved = await owner.submit({}, { button: "Move to trash" });
    expect([moved.url.pathname, moved.document.querySelector(".toast button")?.text]).toEqual([list, "Undo"]);
    // Back to the question, and to what is no more.
    for (const past of [`/trash/new?about=${about}`, page, `${page}/edit`]) {
      const back = await owner.open(past);
      expect([back.status, back.url.pathname, back.text]).toEqual([
        200,
        list,
        expect.stringContaining(`${name} is in the trash.`),
      ]);
    }
    expect((await owner.open("/trash")).text).toContain(name);
  }
  await owner.open(`/trash/restoration?record=${client.id}`);
  expect((await owner.submit({}, { button: "Restore" })).text).toContain("Restored.");
  expect((await owner.open(`/clients/${client.id}`)).status).toBe(200);
  await owner.open(`/trash/removal?record=${house.id}`);
  expect((await owner.submit({}, { button: "Delete permanently" })).text).toContain(
    "No clients, properties, opportunities or tasks in the trash.",
  );
});

test("the lists lead to the trash for whoever may restore", async ({ agency, owner }) => {
  const { visitor: member } = await agency.join("member");
  const { visitor: instructor } = await agency.join("instructor");
  const hasLink = async (visitor: typeof owner, page: string) =>
    (await visitor.open(page)).document.querySelectorAll('main details a[href="/trash"]').length;
  for (const page of ["/clients/", "/packages/", "/opportunities", "/opportunities/board"])
    expect([
      page,
      ...(await Promise.all([owner, member, instructor].map((visitor) => hasLink(visitor, page)))),
    ]).toEqual([page, 1, 1, 0]);
});

test("coming back to the question of what is in the trash leads to where it is restored", async ({ agency, owner }) => {
  const client = await agency.addClient({ name: "Ines Holt", email: "ines@client.example" });
  const question = `/trash/new?about=client.${client.id}`;
  await owner.open(question);
  await owner.submit({}, { button: "Move to trash" });
  await owner.open(question);
  expect((await owner.follow("Open")).text).toContain("Restore Ines Holt?");
  expect((await owner.submit({}, { button: "Restore" })).text).toContain("Restored.");
  expect((await owner.open(question)).text).toContain("Move Ines Holt to the trash?");
});

test("the toast takes back what was just deleted, whatever it was, and the trash shows it until then", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Vera Undo", email: "vera@client.example" });
  const house = await agency.addPackage({ street: "9 Undo Road" });
  await agency.call("POST", "/opportunities", { clientId: client.id, packageId: house.id });
  const deal = await findOpportunity(owner, client.id);
  const task = await addTask(owner, { title: "Call about the undo" });
  const document = await uploadDocument(owner, { name: "undo.txt", content: "Undo me." });
  for (const { question, button, name, page } of [
    { question: `/tasks/${task}/removal`, button: "Remove task", name: "Call about the undo", page: `/tasks/${task}` },
    {
      question: `/documents/${document}/trashing`,
      button: "Delete document",
      name: "undo.txt",
      page: `/documents/${document}`,
    },
    {
      question: `/trash/new?about=opportunity.${deal}`,
      button: "Move to trash",
      name: "Vera Undo, 9 Undo Road",
      page: `/opportunities/${deal}`,
    },
    {
      question: `/trash/new?about=client.${client.id}`,
      button: "Move to trash",
      name: "Vera Undo",
      page: `/clients/${client.id}`,
    },
    {
      question: `/trash/new?about=package.${house.id}`,
      button: "Move to trash",
      name: "9 Undo Road",
      page: `/packages/${house.id}`,
    },
  ]) {
    await owner.open(question);
    const moved = await owner.submit({}, { button });
    const undo = undoOn(moved);
    expect((await owner.open("/trash")).text).toContain(name);
    const back = await owner.send(undo.action, undo.fields);
    expect([name, back.status, back.text]).toEqual([name, 200, expect.stringContaining("estored.")]);
    const restored = await owner.open(page);
    expect([restored.status, restored.url.pathname]).toEqual([200, page]);
  }
});

test("a task comes back with what it is about, and not before that", async ({ agency, owner }) => {
  const client = await agency.addClient({ name: "Willa Held", email: "willa@client.example" });
  const task = await addTask(owner, { title: "Ask Willa" }, `client.${client.id}`);
  await owner.open(`/tasks/${task}/removal`);
  await owner.submit({}, { button: "Remove task" });
  await owner.open(`/trash/new?about=client.${client.id}`);
  await owner.submit({}, { button: "Move to trash" });
  await owner.open(`/trash/restoration?record=${task}`);
  const refused = await owner.submit({}, { button: "Restore" });
  expect(refused.status).toBe(409);
  for (const id of [client.id, task]) {
    await owner.open(`/trash/restoration?record=${id}`);
    await owner.submit({}, { button: "Restore" });
  }
  expect((await owner.open(`/tasks/${task}`)).text).toContain("Willa Held");
});

/** Where the button of the toast sends what. */
function undoOn({ document }: Visit) {
  const form = document.querySelector(".toast form[method=post]");
  const fields = new URLSearchParams();
  for (const field of form?.querySelectorAll("input") ?? [])
    fields.append(field.getAttribute("name") ?? "", field.getAttribute("value") ?? "");
  return { action: form?.getAttribute("action") ?? "", fields };
}

test("whoever may not delete is told who may, and odd addresses are not found", async ({ agency, owner }) => {
  const client = await agency.addClient({ name: "Ona Reyes", email: "ona@client.example" });
  const { visitor: instructor } = await agency.join("instructor");
  expect((await instructor.open(`/clients/${client.id}`)).document.querySelector('main a[href^="/trash"]')).toBeNull();
  for (const path of [
    "/trash/new",
    "/trash/new?about=client.x",
    "/trash/new?about=document.1",
    "/trash/removal?record=x",
  ])
    expect((await owner.open(path)).status).toBe(404);
});

test("where the answer was lost, sending the form again says what was done", async ({ app, agency, owner }) => {
  const client = await agency.addClient({ name: "Lena Ruiz", email: "lena@client.example" });
  let isLost = false;
  app.use(http.all("*/api/trashed_records*", lose), http.all("*/api/trashed_records/*", lose));
  async function lose({ request }: { readonly request: Request }) {
    const { method } = request;
    const answer = await app.forward(request);
    if (method !== "GET" && isLost) throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    return answer;
  }
  for (const [page, button, said] of [
    [`/trash/new?about=client.${client.id}`, "Move to trash", "Moved to the trash."],
    [`/trash/restoration?record=${client.id}`, "Restore", "Restored."],
  ] as const) {
    await owner.open(page);
    isLost = true;
    expect((await owner.submit({}, { button })).text).toContain("Your entries are kept on this page.");
    isLost = false;
    expect((await owner.submit({}, { button: "Send again" })).text).toContain(said);
  }
  expect((await owner.open(`/clients/${client.id}`)).status).toBe(200);
});

test("whoever is in no workspace hears how to get into one", async ({ app, agency }) => {
  const { visitor, accountId: personId, token } = await agency.join("member");
  await app.database.orm.execute(sql`delete from upstream.memberships where account_id = ${personId}`);
  const session = { kind: "agent", personId, workspaceId: null, clientId: null, token, visitorState: {} } as const;
  visitor.cookies.set("latchkey", await app.store.sessions.open(session, new Date(Date.now() + 3_600_000)));
  for (const page of ["/trash", "/trash/restoration?record=5f0c1c1e-0000-4000-8000-000000000000"])
    expect((await visitor.open(page)).url.pathname).toBe("/workspace/join");
});

test("what a colleague changed after the question is not moved to the trash", async ({ agency, owner }) => {
  const client = await agency.addClient({ name: "Ivo Brand", email: "ivo@client.example" });
  const house = await agency.addPackage({ street: "12 Mill Road" });
  await agency.call("POST", "/opportunities", { clientId: client.id, packageId: house.id });
  const deal = await findOpportunity(owner, client.id);
  const task = await addTask(owner, { title: "Call Ivo", dueOn: "2031-03-01" }, `client.${client.id}`);
  const questions = [
    [`/tasks/${task}/removal`, "Remove task", `/tasks/${task}`, { title: "Call Ivo back" }],
    [`/trash/new?about=opportunity.${deal}`, "Move to trash", `/opportunities/${deal}`, { rank: "Low" }],
    [`/trash/new?about=package.${house.id}`, "Move to trash", `/packages/${house.id}`, { city: "Tacoma" }],
    [`/trash/new?about=client.${client.id}`, "Move to trash", `/clients/${client.id}`, { name: "Ivo Brandt" }],
  ] as const;
  for (const [question, button, path, attributes] of questions) {
    const form = fillForm(await owner.open(question), button);
    await agency.call("PATCH", path, attributes);
    const refused = await owner.send(form.path, form.fields);
    expect([question, refused.status, refused.text]).toEqual([
      question,
      409,
      expect.stringContaining("Someone else changed this"),
    ]);
    // Asked again, restored, and asked once more about the same version.
    for (const _turn of ["first", "second"]) {
      await owner.open(question);
      const moved = await owner.submit({}, { button });
      expect([question, moved.status, moved.document.querySelector(".toast button")?.text]).toEqual([
        question,
        200,
        "Undo",
      ]);
      expect((await owner.submit({}, { button: "Undo" })).text).toContain("Restored.");
    }
  }
});
