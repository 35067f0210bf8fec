/** Who is told of records that change hands, alone and several at once. */
import { expect } from "vitest";
import { mailNews } from "#server/upstream/mailing/mailing.ts";
import { createVault } from "#server/vault.ts";
import { alderLane } from "#tests/support/records.ts";
import { publicOrigin, secrets } from "#tests/support/upstream-assembly.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";
import { change, ids, undo } from "../batches/batch-calls.ts";

const test = newWorkspaceTest();
const vault = createVault(secrets);

/** Sends the emails that are due in six minutes. @returns all that a person ever got, the newest first */
async function mailsTo({ database, mailer }: UpstreamService, { accountId }: TestPerson) {
  const now = new Date(Date.now() + 6 * 60_000);
  await mailNews({ database: database.orm, mailer, vault, publicOrigin, addresses: null, now });
  const { rows } = await database.pool.query("select email::text as email from upstream.accounts where id = $1", [
    accountId,
  ]);
  return mailer.recent(20, String(rows[0]?.email));
}

const subjectsTo = async (service: UpstreamService, person: TestPerson) =>
  (await mailsTo(service, person)).map(({ subject }) => subject);

const titlesFor = async (person: TestPerson) =>
  (await person.get("/notifications")).records.map(({ attributes }) => attributes.title);

const newClients = (owner: TestPerson) => Promise.all([owner.newClient(), owner.newClient(), owner.newClient()]);

async function newProperties(owner: TestPerson) {
  const streets = ["1 Alder Lane", "2 Alder Lane", "3 Alder Lane"];
  const sent = streets.map((street) =>
    owner.send("POST", "/packages", { type: "package", attributes: { ...alderLane, street } }),
  );
  return (await Promise.all(sent)).map(({ record }) => record);
}

async function newDeals(owner: TestPerson) {
  const client = await owner.newClient();
  const sent = (await newProperties(owner)).map(({ id }) =>
    owner.send("POST", "/opportunities", { type: "opportunity", attributes: { clientId: client.id, packageId: id } }),
  );
  return (await Promise.all(sent)).map(({ record }) => record);
}

const kinds = [
  { kind: "client", several: "clients", path: "/clients", add: newClients },
  { kind: "package", several: "properties", path: "/packages", add: newProperties },
  { kind: "opportunity", several: "opportunities", path: "/opportunities", add: newDeals },
];

test.for(kinds)(
  "who is given several $several is told once, of those that were not theirs",
  async (parts, { service }) => {
    const { kind, several, path, add } = parts;
    const workspace = await service.newWorkspace("standard");
    const [owner, colleague] = [workspace.owner, await workspace.join("member")];
    const records = await add(owner);
    const [own] = records;
    const toColleague = { kind, action: "assign", value: colleague.accountId };
    await owner.send("POST", `${path}/${own?.id}/assignment`, {
      type: "assignment",
      attributes: { accountId: colleague.accountId },
    });
    const [one] = await titlesFor(colleague);
    expect(await subjectsTo(service, colleague)).toEqual([one]);

    const made = await change(owner, { ...toColleague, filters: ids(records) });
    expect(made.record.attributes).toMatchObject({ state: "done", changed: 2, same: 1 });
    const titles = [expect.stringMatching(`^Ada Marsh made you the agent of 2 ${several}$`), one];
    expect(await titlesFor(colleague)).toEqual(titles);
    expect(await subjectsTo(service, colleague)).toEqual(titles);
    expect((await colleague.get(path)).records).toHaveLength(3);

    const again = await change(owner, { ...toColleague, filters: ids(records) });
    expect(again.record.attributes).toMatchObject({ changed: 0, same: 3 });
    expect((await undo(owner, made.record.id)).record.attributes).toMatchObject({ undone: 2, kept: 0 });
    expect(await titlesFor(colleague)).toEqual(titles);
    expect(await titlesFor(owner)).toEqual([]);
    expect((await colleague.get(path)).records.map(({ id }) => id)).toEqual([own?.id]);
  },
);

test("whoever gives records to themselves is told nothing", async ({ service }) => {
  const workspace = await service.newWorkspace("standard");
  const [owner, manager] = [workspace.owner, await workspace.join("manager")];
  const records = await newProperties(owner);
  const toOneself = { kind: "package", action: "assign", value: manager.accountId, filters: ids(records) };
  expect((await change(manager, toOneself)).record.attributes).toMatchObject({ changed: 3 });
  expect([await titlesFor(manager), await titlesFor(owner)]).toEqual([[], []]);
});

test("whoever is given a deal alone is told of it, in the list and by email, and led to the deal", async ({
  service,
}) => {
  const workspace = await service.newWorkspace("standard");
  const [owner, member] = [workspace.owner, await workspace.join("member")];
  const [deal] = await newDeals(owner);
  const toMember = { type: "assignment", attributes: { accountId: member.accountId } };
  await owner.send("POST", `/opportunities/${deal?.id}/assignment`, toMember);
  const title = "Ada Marsh made you the agent of Maya Lindqvist, 1 Alder Lane";
  expect(await titlesFor(member)).toEqual([title]);
  expect((await member.get("/sessions/current")).record.attributes.counts).toMatchObject({ notifications: 1 });
  const [mail] = await mailsTo(service, member);
  expect(mail?.subject).toBe(title);
  expect(mail?.text).toContain(`${publicOrigin}/opportunities/${deal?.id}`);
});
