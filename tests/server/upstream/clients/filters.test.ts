import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { created } from "../opportunities/deals.ts";

const test = newWorkspaceTest();

async function names(person: TestPerson, query: string) {
  const answer = await person.get(`/clients?sort=name&page[count]=true&${query}`);
  if (answer.problem !== "") return answer.problem;
  const { records, document } = answer;
  expect(document.meta?.page?.total).toBe(records.length);
  return records.map(({ attributes }) => attributes.name);
}

async function addClient(owner: TestPerson, attributes: { name: string; tags?: string[] }, wishes: object) {
  const { id } = await owner.newClient(attributes);
  const { document } = await owner.get(`/clients/${id}?include=buyer_profile`);
  const profile = document.included?.[0]?.id;
  created(await owner.send("PATCH", `/buyer_profiles/${profile}`, { type: "buyer_profile", attributes: wishes }));
  return id;
}

test("clients are filtered by tag, area, budget and silence, whatever the case and the blanks", async ({
  service,
  owner,
}) => {
  const budget = (amount: string) => ({ budget: { amount, currency: "USD" } });
  const ada = await addClient(
    owner,
    { name: "Ada", tags: ["First-time Buyer"] },
    { ...budget("650000"), preferredAreas: ["Queen  Anne", "Ballard"] },
  );
  await addClient(owner, { name: "Ben", tags: ["VIP"] }, { ...budget("900000.5"), preferredAreas: ["queenanne"] });
  await addClient(owner, { name: "Cy" }, { preferredAreas: ["Fremont"] });
  await addClient(owner, { name: "Dee" }, { budget: { amount: "660000", currency: "EUR" } });
  expect(await names(owner, "filter[tag]=first-time buyer")).toEqual(["Ada"]);
  expect(await names(owner, "filter[tag]=FIRST-TIMEBUYER")).toEqual(["Ada"]);
  expect(await names(owner, "filter[tag]=first")).toEqual([]);
  expect(await names(owner, "filter[area]=QUEEN ANNE")).toEqual(["Ada", "Ben"]);
  expect(await names(owner, "filter[area]=Queen Anne&filter[min_budget]=650000.5")).toEqual(["Ben"]);
  expect(await names(owner, "filter[min_budget]=650000&filter[max_budget]=700000")).toEqual(["Ada", "Dee"]);
  const range = "filter[min_budget]=650000&filter[max_budget]=700000";
  expect(await names(owner, `${range}&filter[budget_currency]=USD`)).toEqual(["Ada"]);
  expect(await names(owner, `${range}&filter[budget_currency]=EUR`)).toEqual(["Dee"]);
  expect(await names(owner, `${range}&filter[budget_currency]=GBP`)).toEqual([]);
  await service.database.orm.execute(
    sql`update upstream.clients set last_activity_at = now() - interval '15 days' where id = ${ada}`,
  );
  expect(await names(owner, "filter[quiet_for_days]=14")).toEqual(["Ada"]);
  expect(await names(owner, "filter[quiet_for_days]=30")).toEqual([]);
  const stranger = (await service.newWorkspace()).owner;
  expect(await names(stranger, "filter[area]=queenanne")).toEqual([]);
});

test("a value that no filter can read is refused", async ({ owner }) => {
  for (const query of [
    "tag=",
    `tag=${"x".repeat(201)}`,
    "area= ",
    "min_budget=x",
    "max_budget=-1",
    "budget_currency=euro",
    "quiet_for_days=x",
  ])
    expect(await names(owner, `filter[${query.replace("=", "]=")}`)).toMatch(/^400 invalid_filter /);
});
