import { expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";

const test = newAgencyTest();

/** A client who has asked something at a property. */
async function newQuestion(app: Application, agency: Agency) {
  const { visitor, record } = await newPortalClient(app, agency, "Nora Lind");
  const { id: packageId } = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId: record.id, packageId });
  const property = `/client-portal/dashboard/properties/${packageId}`;
  await visitor.open(`${property}/questions/new`);
  await visitor.submit({ body: "Is the attic insulated?" }, { form: "main form", button: "Send" });
  return { visitor, property, thread: `/messages/${record.id}` };
}

test("a plain message answers no question; the form beside the question does, and takes its answer back", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, property, thread } = await newQuestion(app, agency);
  const asked = await owner.open(thread);
  const sent = await owner.submit({ body: "My condolences about your mother." }, { button: "Send message" });
  expect(sent.text).toContain("Message sent.");
  expect((await visitor.open(property)).text).not.toContain("condolences");
  const form = asked.document.querySelector('a[aria-label="Answer this question"]')?.getAttribute("href") ?? "";
  await owner.open(form);
  const answered = await owner.submit({ answer: "Yes, since 2019." }, { button: "Send answer" });
  expect(answered.text).toContain("Shown at the property as the answer");
  expect((await visitor.open(property)).text).toContain("Yes, since 2019.");
  await owner.open(form);
  const back = await owner.submit({}, { button: "Take back answer" });
  expect(back.text).toContain("Answer taken back. The question is open again.");
  expect(back.text).toContain("Yes, since 2019.");
  expect(back.document.querySelectorAll('a[aria-label="Answer this question"]').length).toBe(1);
  const seen = await visitor.open(property);
  expect(seen.text).not.toContain("Yes, since 2019.");
  expect(seen.text).toContain("has not answered yet");
  await owner.open(form);
  const again = await owner.submit({ answer: "No, I was wrong." }, { button: "Send answer" });
  expect(again.text).toMatch(/Yes, since 2019\..*No, I was wrong\./s);
});
