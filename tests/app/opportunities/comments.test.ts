import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { openOpportunity } from "#tests/support/opportunity-forms.ts";
import { fillForm } from "#tests/support/posted-form.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { messagesOn, typedIn, versionsOn } from "../page-reading.ts";

const test = newAgencyTest();

let path = "";
const add = { button: "Add comment" };
test.beforeEach(async ({ agency, owner }) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  path = `/opportunities/${await openOpportunity(owner, { clientId: id })}`;
  await owner.open(path);
});

const commentsOn = ({ document }: Visit) =>
  document.querySelectorAll('[aria-label="Timeline"] blockquote').map(({ text }) => text);
const linkTo = ({ document }: Visit, page: "edit" | "removal") =>
  document.querySelector(`a[href*="/comments/"][href$="/${page}"]`)?.getAttribute("href") ?? "";

test("comments are read by every colleague, the newest first, and by whoever may only look", async ({
  agency,
  owner,
}) => {
  expect(commentsOn(owner.page)).toEqual([]);
  await owner.submit({ body: "They liked the garden.\nNot the stairs." }, add);
  expect(owner.page.text).toContain("Comment added.");
  const instructor = (await agency.join("instructor")).visitor;
  await instructor.open(path);
  const page = await instructor.submit({ body: "Ask about the roof." }, add);
  expect(commentsOn(page)).toEqual(["Ask about the roof.", "They liked the garden.\nNot the stairs."]);
});

test("every comment is read, also where there are more than a page of the service holds", async ({ app, owner }) => {
  await owner.submit({ body: "The first one." }, add);
  await app.database.orm.execute(sql`
    insert into upstream.comments (workspace_id, opportunity_id, author_name, body, inserted_at)
    select workspace_id, opportunity_id, author_name, 'Comment ' || n, inserted_at + n * interval '1 minute'
    from upstream.comments, generate_series(1, 260) as n where opportunity_id = ${path.split("/").at(-1)}`);
  const all = commentsOn(await owner.open(path));
  expect([all.length, all[0]]).toEqual([12, "Comment 260"]);
  const earlier = owner.page.document.querySelectorAll('[aria-label="Earlier"] blockquote').map(({ text }) => text);
  expect([earlier.length, earlier.at(-1)]).toEqual([249, "The first one."]);
});

test("nothing, or too much, is refused with what was typed", async ({ owner }) => {
  for (const [body, message] of [
    ["  ", "Comment must be at least 1 character."],
    ["x".repeat(5001), "Use at most 5,000 characters."],
  ] as const) {
    await owner.open(path);
    const refused = await owner.submit({ body }, add);
    expect([refused.status, messagesOn(refused)]).toEqual([400, [message]]);
    expect(typedIn(refused, "body")?.trim()).toBe(body.trim());
  }
});

test("whoever wrote one changes it, and of two changes the second is shown the first", async ({ owner }) => {
  const written = await owner.submit({ body: "They liked the garden." }, add);
  const edit = await owner.open(linkTo(written, "edit"));
  const late = fillForm(edit, "Save changes", { body: "They hated it." });
  const changed = await owner.submit({ body: "They loved the garden." }, { button: "Save changes" });
  expect(commentsOn(changed)).toEqual(["They loved the garden."]);
  expect(changed.text).toContain(", edited");
  const stale = await owner.send(late.path, late.fields);
  expect([stale.status, versionsOn(stale)]).toEqual([409, ["Comment | They loved the garden. | They hated it."]]);
});

test("it is removed after a question, and nobody else changes or removes it", async ({ agency, owner }) => {
  const written = await owner.submit({ body: "They liked the garden." }, add);
  const manager = (await agency.join("manager")).visitor;
  expect(linkTo(await manager.open(path), "edit")).toBe("");
  for (const page of ["edit", "removal"] as const) {
    const refused = await manager.open(linkTo(written, page));
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("Only the person who wrote it can")]);
  }
  await owner.open(linkTo(written, "removal"));
  expect(owner.page.text).toContain("They liked the garden.");
  const removed = await owner.submit({}, { button: "Remove comment" });
  expect([removed.url.pathname, commentsOn(removed)]).toEqual([path, []]);
  const [, timeline = ""] = removed.text.split("Timeline");
  expect(timeline).toContain("Comment removed");
  expect(timeline).not.toContain("They liked the garden.");
  expect((await owner.open(linkTo(written, "edit"))).status).toBe(404);
});

test("a comment is at its own opportunity's address only", async ({ agency, owner }) => {
  const written = await owner.submit({ body: "They liked the garden." }, add);
  const { id } = await agency.addClient({ name: "Ana Mayan" });
  const elsewhere = await openOpportunity(owner, { clientId: id });
  const [, , own = "", ...rest] = linkTo(written, "edit").split("/");
  expect(own).not.toBe(elsewhere);
  expect((await owner.open(["/opportunities", elsewhere, ...rest].join("/"))).status).toBe(404);
});
