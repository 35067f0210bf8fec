import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import { type IdentityService, newRegistration, type Owner } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const day = 86_400_000;
const newHandle = () => newRegistration().handle;
const test = identityTest({});

describe("workspaces", () => {
  const byHandle = (service: IdentityService, handle: string, token: string) =>
    service.get(`/workspaces/handle/${handle}`, { token });
  const change = (
    service: IdentityService,
    id: string,
    attributes: object,
    token: string,
    headers: Record<string, string> = {},
  ) => service.send("PATCH", `/workspaces/${id}`, attributes, { token, headers });
  const availability = async (service: IdentityService, handle: string) =>
    (await service.get(`/workspace_handles/${handle}`)).record.attributes;

  async function ownerWithWorkspace(service: IdentityService): Promise<Owner & { id: string }> {
    const owner = await service.newOwner();
    return { ...owner, id: (await byHandle(service, owner.handle, owner.token)).record.id };
  }

  async function addMember(service: IdentityService, workspaceId: string, role: string): Promise<Owner> {
    const other = await service.newOwner();
    await service.database.pool.query("UPDATE upstream.workspaces SET plan = 'standard' WHERE id = $1", [workspaceId]);
    await service.database.pool.query(
      "INSERT INTO upstream.memberships (workspace_id, account_id, role) SELECT $1, id, $3 FROM upstream.accounts WHERE email = $2",
      [workspaceId, other.email, role],
    );
    return other;
  }

  test("its members see it by handle and by id", async ({ service }) => {
    const { handle, token, id } = await ownerWithWorkspace(service);
    const answer = await byHandle(service, handle.toUpperCase(), token);
    expect(answer.record).toMatchObject({
      type: "workspace",
      id,
      attributes: {
        name: "Harbour Homes",
        handle,
        initials: "HH",
        description: null,
        website_url: null,
        logo: null,
        plan: "free",
        time_zone: "America/New_York",
      },
      meta: { can: ["update"] },
    });
    expect((await service.get(`/workspaces/${id}`, { token })).record).toEqual(answer.record);
  });

  test("to others it does not exist, whatever the method", async ({ service }) => {
    const { handle, id } = await ownerWithWorkspace(service);
    const { token } = await service.newOwner();
    const answers = [
      await byHandle(service, handle, token),
      await byHandle(service, newHandle(), token),
      await service.get(`/workspaces/${id}`, { token }),
      await service.get(`/workspaces/${id}`, { token, workspaceId: id }),
      await service.get(`/workspaces/${randomUUID()}`, { token }),
      await service.get("/workspaces/not-an-id", { token }),
      await change(service, id, { name: "Mine" }, token),
    ];
    expect(answers.map(({ problem }) => problem)).toEqual(answers.map(() => "404 not_found"));
    expect((await service.get(`/workspaces/${id}`)).status).toBe(401);
    expect((await service.post("/workspaces", { name: "x", handle: newHandle() })).status).toBe(401);
  });

  test("every signed-in account can create one and owns it; of two with one handle one is created", async ({
    service,
  }) => {
    const [maya, otto] = [await service.newOwner(), await service.newOwner()];
    const handle = newHandle();
    const answers = await Promise.all(
      [maya, otto].map(({ token }) => service.post("/workspaces", { name: "Lakeside Homes", handle }, { token })),
    );
    expect(answers.map(({ status, problem }) => problem || `${status}`).sort()).toEqual([
      "201",
      "400 invalid_attribute /data/attributes/handle",
    ]);
    const winner = answers[0]?.status === 201 ? maya : otto;
    const seen = await byHandle(service, handle, winner.token);
    expect(seen.record.meta.can).toEqual(["update"]);
    const { rows } = await service.database.pool.query("SELECT 1 FROM upstream.workspaces WHERE handle = $1", [handle]);
    expect(rows).toHaveLength(1);
    const log = await service.database.pool.query(
      "SELECT kind, actor_name FROM upstream.activities WHERE subject_id = $1",
      [seen.record.id],
    );
    expect(log.rows).toEqual([{ kind: "workspace.created", actor_name: "Maya Lindqvist" }]);
  });

  test("its days can go by another clock, though by none that does not exist", async ({ service }) => {
    const { id, token } = await ownerWithWorkspace(service);
    expect((await change(service, id, { time_zone: "Pacific/Honolulu" }, token)).record.attributes.time_zone).toBe(
      "Pacific/Honolulu",
    );
    for (const time_zone of ["Mars/Olympus", "", null, 7])
      expect((await change(service, id, { time_zone }, token)).problem).toMatch(/^400 .*time_zone$/);
    expect((await service.get(`/workspaces/${id}`, { token })).record.attributes.time_zone).toBe("Pacific/Honolulu");
  });

  test("a handle that one's own abandoned registration holds can be had", async ({ service }) => {
    const { email, token } = await service.newOwner();
    const { handle, attributes } = newRegistration();
    await service.post("/registrations", { ...attributes, email });
    expect(await availability(service, handle)).toEqual({ available: false, reason: "taken" });
    expect((await service.post("/workspaces", { name: "Mine", handle }, { token })).status).toBe(201);
  });

  test.for(["clients", "a--b", "", "x".repeat(64)])("%j is refused as a handle", async (handle, { service }) => {
    const { token, id } = await ownerWithWorkspace(service);
    const refused = "400 invalid_attribute /data/attributes/handle";
    expect((await service.post("/workspaces", { name: "x", handle }, { token })).problem).toBe(refused);
    expect((await change(service, id, { handle }, token)).problem).toBe(refused);
  });

  describe("a change", () => {
    test("of the name is a new version, and the log says who made it", async ({ service }) => {
      const { token, id } = await ownerWithWorkspace(service);
      const before = (await service.get(`/workspaces/${id}`, { token })).record;
      const answer = await change(service, id, { name: "  Harbour & Co " }, token);
      expect(answer.status).toBe(200);
      expect(answer.record.attributes).toMatchObject({ name: "Harbour & Co", initials: "HC" });
      expect(answer.record.meta.etag).not.toBe(before.meta.etag);
      const { rows } = await service.database.pool.query(
        "SELECT label, changes FROM upstream.activities WHERE subject_id = $1 AND kind = 'workspace.updated'",
        [id],
      );
      const changes = [{ field: "name", before: "Harbour Homes", after: "Harbour & Co" }];
      expect(rows).toEqual([{ label: "Workspace settings changed", changes }]);
    });

    test("that changes nothing writes nothing", async ({ service }) => {
      const { token, id, handle } = await ownerWithWorkspace(service);
      const before = (await service.get(`/workspaces/${id}`, { token })).record;
      expect((await change(service, id, { name: "Harbour Homes", handle }, token)).record).toEqual(before);
      expect((await change(service, id, {}, token)).record).toEqual(before);
    });

    test("made for an older version is refused", async ({ service }) => {
      const { token, id } = await ownerWithWorkspace(service);
      const { headers, record } = await service.get(`/workspaces/${id}`, { token });
      const etag = String(headers.get("etag"));
      expect((await change(service, id, { name: "One" }, token, { "if-match": etag })).status).toBe(200);
      expect((await change(service, id, { name: "Two" }, token, { "if-match": etag })).problem).toBe(
        "412 precondition_failed If-Match",
      );
      const stale = await change(service, id, { name: "Two" }, token, { "if-match": String(record.meta.etag) });
      expect(stale.status).toBe(412);
      expect((await service.get(`/workspaces/${id}`, { token })).record.attributes.name).toBe("One");
    });

    test("by two at once with the same version: one wins", async ({ service }) => {
      const { token, id } = await ownerWithWorkspace(service);
      const { headers } = await service.get(`/workspaces/${id}`, { token });
      const match = { "if-match": String(headers.get("etag")) };
      const names = ["Ann", "Ben", "Cid", "Dan", "Eve"];
      const answers = await Promise.all(names.map((name) => change(service, id, { name }, token, match)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
    });

    test.for([
      ["owner", 200],
      ["admin", 200],
      ["manager", 403],
      ["member", 403],
      ["instructor", 403],
    ] as const)("is made by %s on Standard: %i", async ([role, status], { service }) => {
      const owner = await ownerWithWorkspace(service);
      const { token } = role === "owner" ? owner : await addMember(service, owner.id, role);
      const seen = await service.get(`/workspaces/${owner.id}`, { token });
      expect(seen.record.meta.can).toEqual(status === 200 ? ["update"] : []);
      expect((await change(service, owner.id, { name: "New" }, token)).status).toBe(status);
    });

    test("is possible for everyone on Free, and not after a demotion", async ({ service }) => {
      const owner = await ownerWithWorkspace(service);
      const { token } = await addMember(service, owner.id, "instructor");
      await service.database.pool.query("UPDATE upstream.workspaces SET plan = 'free' WHERE id = $1", [owner.id]);
      expect((await change(service, owner.id, { name: "New" }, token)).status).toBe(200);
      await service.database.pool.query("UPDATE upstream.workspaces SET plan = 'standard' WHERE id = $1", [owner.id]);
      expect((await change(service, owner.id, { name: "Newer" }, token)).problem).toBe("403 forbidden");
      await service.database.pool.query(
        "DELETE FROM upstream.memberships WHERE workspace_id = $1 AND role <> 'owner'",
        [owner.id],
      );
      expect((await change(service, owner.id, { name: "Newer" }, token)).problem).toBe("404 not_found");
    });
  });

  describe("a former handle", () => {
    test("leads to its workspace for 90 days, is closed to others, and can be taken again by its workspace", async ({
      service,
    }) => {
      const { token, id, handle } = await ownerWithWorkspace(service);
      const stranger = await service.newOwner();
      const next = newHandle();
      expect((await change(service, id, { handle: next }, token)).record.attributes.handle).toBe(next);
      expect((await byHandle(service, handle, token)).record).toMatchObject({ id, attributes: { handle: next } });
      expect((await byHandle(service, handle, stranger.token)).status).toBe(404);
      expect(await availability(service, handle)).toEqual({ available: false, reason: "taken" });
      const refused = await service.post("/workspaces", { name: "x", handle }, { token: stranger.token });
      expect(refused.problem).toBe("400 invalid_attribute /data/attributes/handle");

      expect((await change(service, id, { handle }, token)).record.attributes.handle).toBe(handle);
      expect((await byHandle(service, next, token)).record).toMatchObject({ id, attributes: { handle } });
      expect((await change(service, id, { handle: next }, token)).status).toBe(200);

      service.pass(90 * day + 1000);
      const { email, password } = stranger;
      const fresh = (await service.post("/sessions", { email, password })).record.attributes;
      const other = String(fresh.token);
      expect(await availability(service, handle)).toEqual({ available: true, reason: null });
      expect((await service.post("/workspaces", { name: "x", handle }, { token: other })).status).toBe(201);
      expect((await byHandle(service, handle, other)).status).toBe(200);
    });

    test("two workspaces never have one handle, whatever is changed at once", async ({ service }) => {
      const [maya, otto] = [await ownerWithWorkspace(service), await ownerWithWorkspace(service)];
      const wanted = newHandle();
      const answers = await Promise.all([
        change(service, maya.id, { handle: wanted }, maya.token),
        change(service, otto.id, { handle: wanted }, otto.token),
        service.post("/workspaces", { name: "x", handle: wanted }, { token: otto.token }),
        service.post("/registrations", { ...newRegistration().attributes, workspaceHandle: wanted }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
    });
  });
});
