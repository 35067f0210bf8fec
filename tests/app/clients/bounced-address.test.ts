import { expect } from "vitest";
import { markBounced } from "#server/upstream/notifications/bounces.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

test("a client's page says of each address that takes no emails since when, why and what to do", async ({
  app,
  agency,
  owner,
}) => {
  const [client, partner] = [`maya.${Date.now()}@buyers.example`, `tom.${Date.now()}@buyers.example`];
  const { id } = await agency.addClient({ email: client });
  await agency.addPerson(id, { name: "Tom Okafor", email: partner });
  expect((await owner.open(`/clients/${id}`)).text).not.toContain("arrive");
  for (const email of [client, partner]) await markBounced(app.database.orm, email, "550 5.1.1 <maya:secret>");
  const page = await owner.open(`/clients/${id}`);
  expect(page.text).toContain(`Emails to ${client} don’t arrive. Since`);
  expect(page.text).toContain("The address does not exist or takes no emails.");
  expect(page.text).not.toContain("secret");
  const household = page.document.querySelector("ul[aria-label=Household]");
  expect(household?.text).toContain(`Emails to ${partner} don’t arrive.`);
  expect(household?.text).not.toContain(`Emails to ${client} don’t arrive.`);
  const { visitor: instructor } = await agency.join("instructor");
  const seen = await instructor.open(`/clients/${id}`);
  expect(seen.text).toContain(`Emails to ${client} don’t arrive.`);
  expect(seen.text).not.toContain("Send emails there again");
});

test("a corrected address is clear, and one that is right is sent to again, once however often it is said", async ({
  app,
  agency,
  owner,
}) => {
  const email = `maya.${Date.now()}@buyers.example`;
  const { id } = await agency.addClient({ email });
  await markBounced(app.database.orm, email, "550 5.1.1 no such user");
  await owner.open(`/clients/${id}`);
  const again = await owner.submit({}, { button: "Send emails there again" });
  expect(again.url.pathname).toBe(`/clients/${id}`);
  expect(again.text).toContain("Emails are sent to the address again.");
  expect(again.text).not.toContain("don’t arrive");
  expect((await owner.send(`/clients/${id}/addresses`, new URLSearchParams({ email }))).status).toBe(200);
  await markBounced(app.database.orm, email, "550 5.1.1 no such user");
  await owner.open(`/clients/${id}/edit`);
  const corrected = await owner.submit({ email: `new.${email}` }, { button: "Save changes" });
  expect(corrected.text).not.toContain("don’t arrive");
});
