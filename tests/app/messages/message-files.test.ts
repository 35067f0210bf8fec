import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { filesOf } from "#tests/support/storing.ts";
import type { Visit } from "#tests/support/visitor.ts";
import { typedIn } from "../page-reading.ts";

const test = newAgencyTest();

// Files from the disk that go with a message, by the form of the message itself.

const plan = () => new File(["%PDF-1.4 a plan"], "plan.pdf", { type: "application/pdf" });
const note = () => new File(["A few words."], "note.txt", { type: "text/plain" });
const attachedOn = ({ document }: Visit) =>
  document.querySelectorAll(".talk [aria-label=Attachments] li").map(({ text }) => text.trim());
const tickedOn = ({ document }: Visit) =>
  document.querySelectorAll("input[name=documentIds]").map((field) => field.closest("label")?.text.trim());

test("staff send files with a message, with words or without; the client has them as documents", async ({
  app,
  agency,
  owner,
}) => {
  const { record, visitor } = await newPortalClient(app, agency, "Nora Lind");
  const path = `/messages/${record.id}`;
  const page = await owner.open(path);
  expect(page.text).toContain("Files are added to Nora Lind’s documents, and Nora Lind sees them.");
  await owner.submit({ body: "The plan." }, { button: "Send message", files: [plan()] });
  expect(owner.page.text).toContain("Message sent.");
  expect(attachedOn(owner.page)).toEqual(["plan.pdf"]);
  const bare = await owner.submit({}, { button: "Send message", files: [note(), plan()] });
  expect(attachedOn(bare)).toEqual(["plan.pdf", "note.txt", "plan (2).pdf"]);
  const documents = await owner.open(`/clients/${record.id}/documents`);
  expect(documents.text).toMatch(/note\.txt.*Visible to client/s);
  const read = await visitor.open("/client-portal/dashboard/documents");
  expect(read.text).toMatch(/plan\.pdf/);
  expect(filesOf(app.spool)).toEqual([]);
});

test("of files of which one is refused the others are attached, and nothing is sent", async ({
  app,
  agency,
  owner,
}) => {
  const { id } = await agency.addClient({ name: "Maya Okafor" });
  await owner.open(`/messages/${id}`);
  const empty = new File([], "empty.txt");
  const refused = await owner.submit({ body: "Both." }, { button: "Send message", files: [plan(), empty] });
  expect(refused.status).toBe(400);
  expect(refused.text).toMatch(/empty\.txt: This file is empty\..*The message wasn't sent\./);
  expect([tickedOn(refused), typedIn(refused, "body"), attachedOn(refused)]).toEqual([["plan.pdf"], "Both.", []]);
  const sent = await owner.submit({ body: "Both." }, { button: "Send message" });
  expect(attachedOn(sent)).toEqual(["plan.pdf"]);
  expect(filesOf(app.spool)).toEqual([]);
});

test("files are kept with a draft, by whichever button", async ({ agency, owner }) => {
  const { id } = await agency.addClient();
  await owner.open(`/messages/${id}`);
  const saved = await owner.submit({ body: "Later" }, { button: "Save draft", files: [plan()] });
  expect([tickedOn(saved), typedIn(saved, "body")]).toEqual([["plan.pdf"], "Later"]);
  const empty = new File([], "empty.txt");
  const refused = await owner.submit({ body: "Later on" }, { button: "Save draft", files: [note(), empty] });
  expect([refused.status, tickedOn(refused)]).toEqual([400, ["plan.pdf", "note.txt"]]);
  expect(refused.text).toContain("empty.txt: This file is empty.");
});

test("clients send files with a message in the portal, and keep them with a draft", async ({ app, agency, owner }) => {
  const { record, visitor } = await newPortalClient(app, agency, "Nora Lind");
  const path = "/client-portal/dashboard/messages";
  const page = await visitor.open(path);
  expect(page.text).toContain("They are kept in your documents, where your agent sees them.");
  const letter = () => new File(["%PDF-1.4 a letter"], "letter.pdf", { type: "application/pdf" });
  const saved = await visitor.submit({ body: "Here it is" }, { button: "Save draft", files: [note()] });
  expect(tickedOn(saved)).toEqual(["note.txt"]);
  const empty = new File([], "empty.txt");
  const refused = await visitor.submit({}, { button: "Send message", files: [letter(), empty] });
  expect([refused.status, tickedOn(refused)]).toEqual([400, ["note.txt", "letter.pdf"]]);
  expect(refused.text).toContain("Your message is not sent. Files that arrived are attached to it.");
  const sent = await visitor.submit({}, { button: "Send message" });
  expect(sent.text).toContain("Your message is sent.");
  const read = await owner.open(`/messages/${record.id}`);
  expect(attachedOn(read)).toEqual(["note.txt", "letter.pdf"]);
  expect(filesOf(app.spool)).toEqual([]);
});
