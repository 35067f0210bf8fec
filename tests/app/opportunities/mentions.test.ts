import { expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { createClient } from "#tests/support/seeded-agent.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const test = newAgencyTest();

/** Somebody of the team with a name of their own. */
async function join(agency: Agency, role: Parameters<Agency["join"]>[0], name: string, app: { database: Database }) {
  const colleague = await agency.join(role);
  const [first, last] = name.split(" ");
  await app.database.pool.query("update upstream.accounts set first_name = $2, last_name = $3 where id = $1", [
    colleague.accountId,
    first,
    last,
  ]);
  return colleague.visitor;
}
type Database = { readonly pool: { query(text: string, values: unknown[]): Promise<unknown> } };

const offeredOn = ({ page }: Visitor) =>
  page.document.querySelectorAll("main details").find(({ text }) => text.startsWith("Mention a colleague"))?.text ?? "";
const newsOf = async (visitor: Visitor) => {
  const { document } = await visitor.open("/notifications?unread=true");
  return document.querySelectorAll("main .rows li").map(({ text }) => text);
};

test("a colleague who is named in a comment is told once, and opens the deal", async ({ app, agency, owner }) => {
  const [ben, ann, annLee, agent] = [
    await join(agency, "admin", "Ben Ortiz", app),
    await join(agency, "manager", "Ann Lee", app),
    await join(agency, "instructor", "Ann Leeds", app),
    await join(agency, "member", "Kim Vale", app),
  ];
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  const path = `/opportunities/${await openOpportunity(owner, { clientId: id })}`;
  await owner.open(path);
  // Kim sees their own records alone.
  expect(offeredOn(owner)).toMatch(/^Mention a colleague.*@Ann Lee, @Ann Leeds, @Ben Ortiz$/);
  const body =
    "They liked it, @ben ortiz. ask@Ann Lee is no mention, @Ann Leeds is; @Kim Vale and @Nobody are not here.";
  await owner.submit({ body }, { button: "Add comment" });
  expect(await newsOf(agent)).toEqual([]);
  expect(await newsOf(ann)).toEqual([]);
  expect((await newsOf(annLee)).join()).toContain("mentioned you in a comment");
  expect((await newsOf(ben)).join()).toContain("They liked it, @ben ortiz.");
  const opened = await ben.submit({}, { form: "main form:has([name=notification])" });
  expect(opened.url.pathname).toBe(path);

  // An edit tells whoever is new in it.
  const edit = owner.page.document.querySelector('a[href$="/edit"][href*="/comments/"]')?.getAttribute("href") ?? "";
  await owner.open(edit);
  expect(offeredOn(owner)).toContain("@Ben Ortiz");
  await owner.submit({ body: "@Ben Ortiz, @Ann Lee: they liked it." }, { button: "Save changes" });
  expect(await newsOf(ben)).toEqual([]);
  expect((await newsOf(ann)).join()).toContain("@Ben Ortiz, @Ann Lee: they liked it.");
});

test("an own name tells nobody, and whoever has the client tells whom they like", async ({ app, agency, owner }) => {
  const kim = await join(agency, "member", "Kim Vale", app);
  const clientId = await createClient(kim, { name: "Nora Lind", email: "nora@client.example" });
  await kim.open(`/messages/${clientId}/notes/new`);
  const offered = offeredOn(kim);
  const [, ownerName = ""] = /@([^,@]+)$/.exec(offered) ?? [];
  expect(offered).not.toContain("Kim Vale");
  await kim.submit({ body: `@Kim Vale and @${ownerName}: call her` }, { button: "Add note" });
  expect(await newsOf(kim)).toEqual([]);
  expect((await newsOf(owner)).join()).toContain("Kim Vale mentioned you in a note");
  const opened = await owner.submit({}, { form: "main form:has([name=notification])" });
  expect(opened.url.pathname).toBe(`/messages/${clientId}`);
});

test("whom one may name is nobody else's to ask", async ({ app, agency }) => {
  const { id } = await agency.addClient();
  const stranger = await app.signedIn(await app.newOwner());
  const member = await agency.join("member");
  for (const visitor of [stranger, member.visitor])
    expect((await visitor.open(`/messages/${id}/notes/new`)).status).toBe(404);
  const path = `/mentionable_members?type=client&id=${id}`;
  expect((await app.callUpstream("GET", path, { token: member.token })).status).toBe(404);
  expect((await app.callUpstream("GET", path, { token: agency.owner.token })).status).toBe(200);
  const none = `/mentionable_members?type=client&id=nope`;
  expect((await app.callUpstream("GET", none, { token: agency.owner.token })).status).toBe(400);
});
