import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";

const test = newAgencyTest();

test("a member's page counts their records and links the lists narrowed to them", async ({ agency, owner }) => {
  const member = await agency.join("member");
  const [theirs, another] = [
    await agency.addClient({ name: "Maya Okafor" }),
    await agency.addClient({ name: "Sol Rey" }),
  ];
  const property = await agency.addPackage();
  await agency.call("POST", "/opportunities", { clientId: theirs.id, packageId: property.id });
  await agency.call("POST", "/tasks", { title: "Call Maya", assigneeAccountId: member.accountId });
  for (const [path, withDeals] of [
    [`/clients/${theirs.id}`, "on"],
    [`/packages/${property.id}`, ""],
  ] as const) {
    await owner.open(`${path}/agent`);
    const typed = { agent: member.accountId, agentText: "Ada Marsh", agentFor: "Ada Marsh" };
    await owner.submit({ ...typed, ...(withDeals && { withDeals }) }, { button: "Save agent" });
  }

  const page = await owner.open(`/settings/members/${member.accountId}`);
  expect(page.document.querySelectorAll('ul[aria-label="Records"] li').map((row) => row.text)).toEqual([
    "1 client",
    "1 property",
    "1 open deal",
    "1 open task",
  ]);
  const clients = await owner.follow("1 client");
  expect([clients.text.includes("Maya Okafor"), clients.text.includes("Sol Rey")]).toEqual([true, false]);
  const searched = await owner.submit({ q: "Sol" }, { form: ".tools" });
  expect(searched.text).not.toContain("Sol Rey");
  expect((await owner.follow("Show everyone’s")).text).toContain(another.attributes.name);
  for (const [link, text] of [
    ["1 property", "Agent: Ada Marsh."],
    ["1 open deal", "Maya Okafor"],
    ["1 open task", "Call Maya"],
  ] as const) {
    await owner.open(`/settings/members/${member.accountId}`);
    expect((await owner.follow(link)).text).toContain(text);
  }
});

test("whoever sees only their own is shown no counts of others, and their own", async ({ agency }) => {
  const { visitor, accountId } = await agency.join("member");
  const others = await visitor.open(`/settings/members/${agency.owner.accountId}`);
  expect([others.status, others.document.querySelector('ul[aria-label="Records"]')]).toEqual([200, null]);
  expect((await visitor.open(`/settings/members/${accountId}`)).text).toContain("Your records0 clients");
});

test("an admin sees whether a member has two-step sign-in, a manager does not", async ({ agency, owner }) => {
  const { accountId } = await agency.join("member");
  const manager = (await agency.join("manager")).visitor;
  expect((await owner.open(`/settings/members/${accountId}`)).text).toContain("Two-step sign-inOff");
  expect((await manager.open(`/settings/members/${accountId}`)).text).not.toContain("Two-step sign-in");
});
