import { expect } from "vitest";
import type { Agency } from "#tests/support/agency.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Application } from "#tests/support/application.ts";
import { newPortalClient } from "#tests/support/portal-client.ts";
import type { Visit } from "#tests/support/visitor.ts";

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

const boxesOn = ({ document }: Visit) =>
  document.querySelectorAll("input[name=questionIds]").map((box) => box.hasAttribute("checked"));

test("a reply to a question asked at a property answers it there, unless the box is not ticked", async ({
  app,
  agency,
  owner,
}) => {
  const { visitor, property, thread } = await newQuestion(app, agency);
  const asked = await owner.open(thread);
  expect(asked.text).toMatch(/This answers.*Nora Lind about .*: “Is the attic insulated\?”/s);
  expect(boxesOn(asked)).toEqual([true]);
  const first = await owner.submit({ body: "I ask the seller.", questionIds: "" }, { button: "Send message" });
  expect(first.text).toContain("Message sent.");
  expect((await visitor.open(property)).text).toContain("has not answered yet");
  // Something was written since: the next message need not be the answer.
  const later = await owner.open(thread);
  expect(boxesOn(later)).toEqual([false]);
  const questionIds = later.document.querySelector("input[name=questionIds]")?.getAttribute("value") ?? "";
  const answered = await owner.submit({ body: "Yes, since 2019.", questionIds }, { button: "Send message" });
  expect(boxesOn(answered)).toEqual([]);
  const seen = await visitor.open(property);
  expect(seen.text).toContain("Yes, since 2019.");
  expect(seen.text).not.toContain("has not answered yet");
});
