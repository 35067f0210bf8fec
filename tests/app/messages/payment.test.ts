import { expect } from "vitest";
import { z } from "zod";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import { typedIn } from "../page-reading.ts";

const test = newAgencyTest();

const confirmed = { paymentConfirmed: "on" };
const made = z.object({ data: z.object({ id: z.string() }) });

test("payment details are sent only after the question is answered, and different ones are pointed out", async ({
  app,
  agency,
  owner,
}) => {
  const { record, visitor } = await newPortalClient(app, agency, "Nora Lind");
  const path = `/messages/${record.id}`;
  const body = "Please wire the deposit to account number 1234567890.";
  await owner.open(path);
  const asked = await owner.submit({ body }, { button: "Send message" });
  expect([asked.status, typedIn(asked, "body")]).toEqual([409, body]);
  expect(asked.text).toContain("This looks like payment details.");
  const again = await owner.submit({}, { button: "Send message" });
  expect(again.text).toContain("This looks like payment details.");
  const sent = await owner.submit(confirmed, { button: "Send message" });
  expect([sent.status, sent.url.pathname]).toEqual([200, path]);
  expect(sent.text).toContain("Looks like payment details");
  expect(typedIn(sent, "body")).toBe("");

  const changed = await owner.submit({ body: "The account number is 9999999999." }, { button: "Send message" });
  expect(changed.text).toContain("These payment details aren’t the ones from earlier messages.");
  const harmless = await owner.submit({ body: "See you on Friday." }, { button: "Send message" });
  expect(harmless.text).toContain("Message sent.");
  const links = harmless.document.querySelectorAll('a[href$="/edit"]').map((link) => link.getAttribute("href") ?? "");
  await owner.open(links.at(-1) ?? "");
  const edit = await owner.submit({ body: "Wire it today." }, { button: "Save changes" });
  expect([edit.status, edit.text]).toEqual([409, expect.stringContaining("This looks like payment details.")]);
  const edited = await owner.submit(confirmed, { button: "Save changes" });
  expect(edited.text).toContain("Message updated.");
  const { document } = await visitor.open("/client-portal/dashboard/messages");
  expect(document.querySelectorAll(".thread .note-bad")).toHaveLength(2);
});

test("an answer to a question at a property is asked about, too, and is in the thread", async ({
  app,
  agency,
  owner,
}) => {
  const { record, visitor } = await newPortalClient(app, agency, "Nora Lind");
  const property = await agency.addPackage();
  const pair = { clientId: record.id, packageId: property.id };
  const deal = made.parse(await agency.call("POST", "/opportunities", pair)).data;
  await visitor.open(`/client-portal/dashboard/properties/${property.id}/questions/new`);
  await visitor.submit({ body: "Where do we send the deposit?" }, { form: "main form", button: "Send" });
  const thread = await owner.open(`/messages/${record.id}`);
  expect(thread.text).toMatch(/Where do we send the deposit\?.*About/);
  const { document: page } = await owner.open(`/opportunities/${deal.id}`);
  await owner.open(page.querySelector('a[href*="/client-question?"]')?.getAttribute("href") ?? "");
  const answer = { answer: "IBAN DE89 3704 0044 0532 0130 00" };
  const asked = await owner.submit(answer, { button: "Send answer" });
  expect([asked.status, asked.text]).toEqual([409, expect.stringContaining("This looks like payment details.")]);
  const saved = await owner.submit(confirmed, { button: "Send answer" });
  expect(saved.text).toContain("Answer saved.");
  const { document } = await visitor.open("/client-portal/dashboard/messages");
  expect(document.querySelectorAll(".thread li")).toHaveLength(2);
  expect(document.querySelectorAll(".thread .note-bad")).toHaveLength(1);
});
