import { expect } from "vitest";
import { alderLane } from "#tests/support/records.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

test("a member's records are counted as the lists narrowed to them show them", async ({ service }) => {
  const workspace = await service.newWorkspace("standard");
  const { owner } = workspace;
  const [member, other] = [await workspace.join("member"), await workspace.join("manager")];
  const [client, archived] = [await member.newClient(), await member.newClient()];
  await member.send("POST", `/clients/${archived.id}/archival`);
  const property = await member.send("POST", "/packages", { type: "package", attributes: alderLane });
  const pair = { clientId: client.id, packageId: property.record.id };
  const deal = await member.send("POST", "/opportunities", { type: "opportunity", attributes: pair });
  const task = await member.send("POST", "/tasks", { type: "task", attributes: { title: "Call" } });
  await other.newClient();

  for (const asker of [owner, other, member]) {
    const counted = await asker.get(`/accounts/members/${member.accountId}/holdings`);
    const { record } = counted;
    expect([counted.status, record.attributes]).toEqual([200, { clients: 1, packages: 1, opportunities: 1, tasks: 1 }]);
  }
  const mine = `filter[assigned_account_id]=${member.accountId}`;
  const idsAt = async (path: string) => (await owner.get(path)).records.map(({ id }) => id);
  expect(await idsAt(`/clients?${mine}`)).toEqual([client.id]);
  expect(await idsAt(`/packages?${mine}`)).toEqual([property.record.id]);
  expect(await idsAt(`/opportunities?${mine}&filter[active]=true`)).toEqual([deal.record.id]);
  expect(await idsAt(`/tasks?filter[assignee_id]=${member.accountId}&filter[done]=false`)).toEqual([task.record.id]);
  const page = await owner.get(`/clients?${mine}&page[count]=true`);
  expect(page.document.meta?.page).toMatchObject({ total: 1 });
});

test("whoever sees only their own counts nobody else's, and nobody counts another workspace's", async ({ service }) => {
  const [workspace, elsewhere] = [await service.newWorkspace("standard"), await service.newWorkspace("standard")];
  const member = await workspace.join("member");
  expect((await member.get(`/accounts/members/${workspace.owner.accountId}/holdings`)).status).toBe(403);
  expect((await elsewhere.owner.get(`/accounts/members/${member.accountId}/holdings`)).status).toBe(404);
  expect((await workspace.owner.get("/clients?filter[assigned_account_id]=nobody")).records).toEqual([]);
});
