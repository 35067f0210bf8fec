import { sql } from "drizzle-orm";
import { http } from "msw";
import { expect, onTestFinished } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";

// Lists of clients, properties and deals say whose each is, whoever that is.

const test = newAgencyTest();

const lists = ["/clients/", "/packages/", "/opportunities"];

/** The cells of the column "Agent", from the first row to the last; null where there is no such column. */
function agentsOn({ document }: Visit): string[] | null {
  const place = document.querySelectorAll("thead th").findIndex(({ text }) => text === "Agent");
  if (place === -1) return null;
  return document.querySelectorAll("tbody tr").map((row) => {
    const cell = row.querySelectorAll("td")[place];
    return cell?.querySelector(".vh")?.text ?? cell?.text ?? "";
  });
}

test("each list says whose its records are, in a column that stays where all are one agent's or nobody's", async ({
  app,
  agency,
  owner,
}) => {
  const { accountId, visitor } = await agency.join("member");
  await app.database.orm.execute(
    sql`update upstream.accounts set first_name = 'Ruth', last_name = 'Okoro' where id = ${accountId}`,
  );
  const { id: clientId } = await agency.addClient();
  const { id: packageId } = await agency.addPackage();
  const { data } = Object(await agency.call("POST", "/opportunities", { clientId, packageId }));
  for (const list of lists) expect(agentsOn(await owner.open(list)), list).toEqual(["Ada Marsh"]);
  const pages = [`/clients/${clientId}`, `/packages/${packageId}`, `/opportunities/${data.id}`];
  for (const page of pages) {
    await owner.open(`${page}/agent`);
    await owner.submit({ agentText: "Ruth Okoro" }, { button: "Save agent" });
  }
  for (const list of lists) expect(agentsOn(await owner.open(list)), list).toEqual(["Ruth Okoro"]);
  for (const list of lists) expect(agentsOn(await visitor.open(list)), list).toEqual(["Ruth Okoro"]);
  await agency.addClient({ name: "Aaron First" });
  expect(agentsOn(await owner.open("/clients/?sort=name"))).toEqual(["Ada Marsh", "Ruth Okoro"]);
  await app.database.orm.execute(sql`update upstream.packages set assigned_account_id = null where id = ${packageId}`);
  expect(agentsOn(await owner.open("/packages/"))).toEqual(["—"]);
});

test("a service that says nothing of agents has lists without them", async ({ app, agency, owner }) => {
  await agency.addClient();
  app.use(
    http.get("*/api/clients", async ({ request }) => {
      const answer = await app.forward(request);
      const text = await answer.text();
      return new Response(text.replaceAll(/"assigned_account_(id|name)"/g, '"$1_of_nothing"'), answer);
    }),
  );
  onTestFinished(() => app.resetHandlers());
  const list = await owner.open("/clients/");
  expect([list.status, agentsOn(list)]).toEqual([200, null]);
});
