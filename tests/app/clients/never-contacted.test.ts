import { expect } from "vitest";
import { newAgencyTest } from "#tests/support/app-test.ts";
import type { Visit } from "#tests/support/visitor.ts";

const test = newAgencyTest();

const rowsOn = ({ document }: Visit) =>
  document.querySelectorAll("main tbody tr").map((row) => {
    const [name = ""] = /Client \w+/.exec(row.querySelector(".row-link")?.text ?? "") ?? [];
    return [
      name,
      row
        .querySelectorAll("td")
        .findLast(({ text }) => /^(?:New|—|Today.*)$/.test(text.trim()))
        ?.text.slice(0, 5),
    ];
  });

test("whoever was never contacted has no last activity, stands behind all others, and is silent since they were added", async ({
  app,
  agency,
  owner,
}) => {
  const old = await agency.addClient({ name: "Client Old" });
  const [added, written] = [
    await agency.addClient({ name: "Client New" }),
    await agency.addClient({ name: "Client Met" }),
  ];
  await app.database.pool.query(
    "update upstream.clients set inserted_at = now() - interval '9 days', last_activity_at = now() - interval '9 days' where id = $1",
    [old.id],
  );
  await agency.call("POST", "/messages", { clientId: written.id, body: "Good morning." });
  // A change of the record is no contact.
  await agency.call("PATCH", `/clients/${added.id}`, { phoneNumber: "206 555 0101" });
  const newest = await owner.open("/clients/?sort=last_updated");
  expect(rowsOn(newest)).toEqual([
    ["Client Met", "Today"],
    ["Client New", "New"],
    ["Client Old", "—"],
  ]);
  const quiet = await owner.open("/clients/?sort=quiet");
  expect(rowsOn(quiet).map(([name]) => name)).toEqual(["Client Old", "Client New", "Client Met"]);
  expect(rowsOn(await owner.open("/clients/?quiet=7"))).toEqual([["Client Old", "—"]]);
  expect((await owner.open("/clients/?quiet=14")).text).toContain("No results.");
});
