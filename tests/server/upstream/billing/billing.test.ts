import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { planByCommand } from "#server/plan/settle.ts";
import { share } from "#tests/support/sharing.ts";
import { newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

describe("plans", () => {
  const ask = (person: TestPerson, plan: string) =>
    person.send("POST", "/plan_requests", { type: "plan_request", attributes: { plan } });
  const billing = async (person: TestPerson) => (await person.get("/billing")).record.attributes;
  const command = ({ database }: UpstreamService, workspace: string, decision: "free" | "standard" | "decline") =>
    database.orm.transaction((within) => planByCommand(within, { workspace, decision }, new Date()));
  const handleOf = async ({ database }: UpstreamService, id: string) => {
    const { rows } = await database.orm.execute<{ handle: string }>(
      sql`select handle from upstream.workspaces where id = ${id}`,
    );
    return rows[0]?.handle ?? "";
  };

  test("the owner sees the plan, what is used and what each plan includes", async ({ service }) => {
    const workspace = await service.newWorkspace("free");
    await workspace.join("member");
    const { id } = await newPackage(workspace.owner);
    await share(workspace.owner, id, {});
    expect(await billing(workspace.owner)).toEqual({
      plan: "free",
      used: { users: 2, storage: 0, links: 1, summaries: 0 },
      plans: [
        {
          plan: "free",
          limits: { users: 2, storage: 1024 ** 3, file: 25 * 1024 ** 2, links: 10, summaries: 20 },
          obstacles: [],
        },
        {
          plan: "standard",
          limits: { users: null, storage: 50 * 1024 ** 3, file: 100 * 1024 ** 2, links: null, summaries: 200 },
          obstacles: [],
        },
      ],
      request: null,
    });
  });

  test("nobody else sees or changes it, an administrator neither", async ({ service }) => {
    const workspace = await service.newWorkspace("standard");
    const admin = await workspace.join("admin");
    expect((await admin.get("/billing")).status).toBe(403);
    expect((await ask(admin, "free")).status).toBe(403);
    expect((await service.send("GET", "/billing")).status).toBe(401);
    const { owner: stranger } = await service.newWorkspace("free");
    const { record } = await ask(stranger, "standard");
    expect((await workspace.owner.send("POST", `/plan_requests/${record.id}/withdrawal`)).status).toBe(404);
    expect(await billing(stranger)).toMatchObject({ request: { id: record.id } });
  });

  test("a request waits until the operator grants it, and there is one at a time", async ({ service }) => {
    const { owner, id } = await service.newWorkspace("free");
    const { status, record } = await ask(owner, "standard");
    expect(status).toBe(201);
    expect(await billing(owner)).toMatchObject({ plan: "free", request: { id: record.id, plan: "standard" } });
    const second = await ask(owner, "standard");
    expect(second.problem).toBe("409 plan_requested /data/attributes/plan");
    expect(await command(service, await handleOf(service, id), "standard")).toMatch(
      / is on the Standard plan now; it was on Free\./,
    );
    expect(await billing(owner)).toMatchObject({ plan: "standard", request: null });
    expect((await ask(owner, "standard")).status).toBe(400);
    const { records } = await owner.get("/activities?filter[topic]=workspace");
    expect(records.map(({ attributes }) => attributes.label)).toEqual([
      "Plan changed",
      "Plan change requested",
      "Workspace created",
    ]);
  });

  test("two requests at the same moment are one", async ({ service }) => {
    const { owner } = await service.newWorkspace("free");
    const statuses = (await Promise.all([ask(owner, "standard"), ask(owner, "standard")])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409]);
  });

  test("a request can be withdrawn, twice is once, and declined", async ({ service }) => {
    const { owner, id } = await service.newWorkspace("free");
    const { record } = await ask(owner, "standard");
    for (let time = 0; time < 2; time += 1)
      expect((await owner.send("POST", `/plan_requests/${record.id}/withdrawal`)).status).toBe(204);
    expect(await billing(owner)).toMatchObject({ request: null });
    await ask(owner, "standard");
    const handle = await handleOf(service, id);
    expect(await command(service, handle, "decline")).toMatch(
      / stays on the Free plan; its request for Standard is declined\./,
    );
    expect(await billing(owner)).toMatchObject({ plan: "free", request: null });
    expect(await command(service, handle, "decline")).toMatch(/ asks for no other plan\./);
    expect(await command(service, handle, "free")).toMatch(/ is on the Free plan already\./);
  });

  test("a smaller plan is refused with every reason until the workspace fits", async ({ service }) => {
    const { owner, id, join } = await service.newWorkspace("standard");
    for (let person = 0; person < 3; person += 1) await join("member");
    const { id: packageId } = await newPackage(owner);
    for (let link = 0; link < 11; link += 1) await share(owner, packageId, {});
    const { orm } = service.database;
    await orm.execute(
      sql`insert into upstream.storage_usage (workspace_id, bytes) values (${id}, ${1.25 * 1024 ** 3})`,
    );
    const refused = await ask(owner, "free");
    expect(refused.problem).toBe("400 plan_limit /data/attributes/plan");
    expect(refused.document.errors?.[0]?.detail).toBe(
      "The Free plan is too small at the moment. " +
        "It includes 2 users. This workspace has 4, with pending invitations. Remove 2. " +
        "It includes 1 GB of storage. Delete files of 0.3 GB, and empty the trash. " +
        "It includes 10 active share links. This workspace has 11. Revoke 1.",
    );
    const handle = await handleOf(service, id);
    await expect(command(service, handle, "free")).rejects.toThrow(/too small/);
    await orm.execute(sql`update upstream.storage_usage set bytes = 0 where workspace_id = ${id}`);
    await orm.execute(sql`delete from upstream.memberships where workspace_id = ${id} and role = 'member'`);
    await orm.execute(sql`update upstream.share_links set revoked_at = now() where workspace_id = ${id}`);
    expect((await ask(owner, "free")).status).toBe(201);
  });

  test("an unknown plan is refused, and an unknown workspace said", async ({ service, owner }) => {
    expect((await ask(owner, "gold")).status).toBe(400);
    await expect(command(service, "no-such-place", "standard")).rejects.toThrow("There is no workspace no-such-place.");
  });
});
