import { sql } from "drizzle-orm";
import { http } from "msw";
import { expect } from "vitest";
import { sharedAgencyTest } from "#tests/support/app-test.ts";

const test = sharedAgencyTest();

test("a client and a property go to the trash, are restored and deleted for good, without scripts", async ({
  agency,
  owner,
}) => {
  const client = await agency.addClient({ name: "Otis Grant", email: "otis@client.example" });
  const house = await agency.addPackage({ street: "7 Mill Road" });
  const links = [
    { page: `/clients/${client.id}`, about: `client.${client.id}`, name: "Otis Grant" },
    { page: `/packages/${house.id}`, about: `package.${house.id}`, name: "7 Mill Road" },
  ];
  for (const { page, about, name } of links) {
    const shown = await owner.open(page);
    expect(shown.document.querySelector(`main a[href="/trash/new?about=${about}"]`)?.text).toBe("Delete");
    const asked = await owner.open(`/trash/new?about=${about}`);
    expect(asked.document.querySelector("h1")?.text).toBe(`Move ${name} to the trash?`);
    const moved = await owner.submit({}, { button: "Move to trash" });
    expect([moved.url.pathname.replace(/\/$/, ""), moved.text.includes(name)]).toEqual(["/trash", true]);
    expect((await owner.open(page)).status).toBe(404);
  }
  await owner.open(`/trash/restoration?record=${client.id}`);
  expect((await owner.submit({}, { button: "Restore" })).text).toContain("Restored.");
  expect((await owner.open(`/clients/${client.id}`)).status).toBe(200);
  await owner.open(`/trash/removal?record=${house.id}`);
  expect((await owner.submit({}, { button: "Delete permanently" })).text).toContain("The trash is empty.");
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

test("coming back to the question of what is in the trash offers to restore it", async ({ agency, owner }) => {
  const client = await agency.addClient({ name: "Ines Holt", email: "ines@client.example" });
  const question = `/trash/new?about=client.${client.id}`;
  await owner.open(question);
  await owner.submit({}, { button: "Move to trash" });
  const back = await owner.open(question);
  expect(back.url.href.endsWith(`/trash/restoration?record=${client.id}`)).toBe(true);
  expect(back.text).toContain("Restore Ines Holt?");
  expect(back.text).toContain("It is in the trash.");
  expect((await owner.submit({}, { button: "Restore" })).text).toContain("Restored.");
  expect((await owner.open(question)).text).toContain("Move Ines Holt to the trash?");
});

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
  const session = { kind: "agent", personId, workspaceId: null, token, visitorState: {} } as const;
  visitor.cookies.set("latchkey", await app.store.sessions.open(session, new Date(Date.now() + 3_600_000)));
  for (const page of ["/trash", "/trash/restoration?record=5f0c1c1e-0000-4000-8000-000000000000"])
    expect((await visitor.open(page)).url.pathname).toBe("/workspace/join");
});
