import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { sweepKeys } from "#server/upstream/engine/idempotency.ts";
import { refreshStatistics } from "#server/upstream/engine/queries.ts";
import { openOwnDatabase } from "#tests/support/databases.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { upstreamTests } from "#tests/support/upstream-test.ts";

describe.each(upstreamTests({ open: openOwnDatabase }))("versions and keys on the $name database", ({ kind, test }) => {
  const keyed = (key: string, attributes: object, path = "/clients") => ({
    path,
    sent: { type: "client", attributes, headers: { "idempotency-key": `"${key}"` } },
  });
  const count = async (owner: TestPerson, email: string) =>
    (await owner.get(`/clients?filter[search]=${email}`)).records.length;

  test("an unchanged answer is 304, a changed one is not", async ({ owner }) => {
    const client = await owner.newClient();
    for (const path of [
      `/clients/${client.id}`,
      `/clients/${client.id}?include=people`,
      "/clients?include=buyer_profile",
    ]) {
      const first = await owner.get(path);
      const tag = first.headers.get("etag") ?? "";
      expect(tag).toMatch(/^"[^"]+"$/);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
        const again = await owner.send("GET", path, { headers: { "if-none-match": known } });
        expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
        expect([...again.headers.keys()].sort()).toEqual(["cache-control", "etag", "vary"]);
      }
      await owner.send("PATCH", `/clients/${client.id}`, { type: "client", attributes: { name: `Maya ${path}` } });
      const changed = await owner.send("GET", path, { headers: { "if-none-match": tag } });
      expect(changed.status).toBe(200);
    }
  });

  test("every table with versions draws them, so that none is there twice", async ({ service }) => {
    const { rows } = await service.database.orm.execute(sql`
      select class.relname as name, count(draws.oid)::integer as triggers from pg_class class
      join pg_attribute version on version.attrelid = class.oid and version.attname = 'version'
      left join pg_trigger draws on draws.tgrelid = class.oid and draws.tgfoid = 'upstream.draw_version'::regproc
      where class.relnamespace = 'upstream'::regnamespace and class.relkind = 'r'
      group by class.relname having count(draws.oid) <> 2`);
    expect(rows, "call upstream.draw_versions in their migrations").toEqual([]);
  });

  test("what is deleted and made again, restored, or invited again never has a version that it had", async ({
    owner,
  }) => {
    const client = await owner.newClient();
    const seen: (string | undefined)[] = [client.meta.etag];
    for (let round = 0; round < 3; round += 1) {
      const attributes = { kind: "client", recordId: client.id };
      const moved = await owner.send("POST", "/trashed_records", { type: "trashed_record", attributes });
      seen.push(moved.record.meta.etag);
      await owner.send("POST", `/trashed_records/${client.id}/restoration`);
      seen.push((await owner.get(`/clients/${client.id}`)).record.meta.etag);
    }
    for (const choice of ["none", "each", "none", "each"]) {
      const attributes = { messages: choice };
      seen.push((await owner.send("PATCH", "/mail_choices", { type: "mail_choices", attributes })).record.meta.etag);
    }
    expect(new Set(seen).size).toBe(seen.length);
  });

  test("what happens in the household changes the answer that shows it, but not the client's own tag", async ({
    owner,
  }) => {
    const client = await owner.newClient();
    const path = `/clients/${client.id}?include=people`;
    const before = await owner.get(path);
    const attributes = { clientId: client.id, name: "Theo", email: "theo@client.example" };
    await owner.send("POST", "/client_people", { type: "client_person", attributes });
    const after = await owner.get(path);
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
    expect(after.record.meta.etag).toBe(before.record.meta.etag);
    const change = {
      type: "client",
      attributes: { name: "Maya L." },
      headers: { "if-match": before.headers.get("etag") ?? "" },
    };
    expect((await owner.send("PATCH", `/clients/${client.id}`, change)).status).toBe(200);
  });

  test("If-Match lets a write through only while the record is still that", async ({ owner }) => {
    const client = await owner.newClient();
    const tag = client.meta.etag ?? "";
    const change = (name: string, match: string) =>
      owner.send("PATCH", `/clients/${client.id}`, {
        type: "client",
        attributes: { name },
        headers: { "if-match": match },
      });
    const first = await change("Maya One", tag);
    expect(first.status).toBe(200);
    const refused = await change("Maya Two", tag);
    expect(refused.problem).toBe("412 precondition_failed If-Match");
    expect((await owner.get(`/clients/${client.id}`)).record.attributes.name).toBe("Maya One");
    for (const wrong of ['"other"', `W/${first.record.meta.etag}`, `${client.id}-2`, '"']) {
      expect((await change("Maya Three", wrong)).status).toBe(412);
    }
    expect((await change("Maya Four", `"x", ${first.record.meta.etag}`)).status).toBe(200);
    expect((await change("Maya Five", "*")).status).toBe(200);
  });

  test("of two changes made for the same version one is stale", async ({ owner }) => {
    const client = await owner.newClient();
    const headers = { "if-match": client.meta.etag ?? "" };
    const change = (name: string) =>
      owner.send("PATCH", `/clients/${client.id}`, { type: "client", attributes: { name }, headers });
    const answers = await Promise.all(["Maya A", "Maya B"].map(change));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test("a change that changes nothing leaves version and history alone", async ({ owner }) => {
    const client = await owner.newClient();
    const { name, email } = client.attributes;
    const same = await owner.send("PATCH", `/clients/${client.id}`, {
      type: "client",
      attributes: { name, email, tags: [] },
    });
    expect(same.record.meta.etag).toBe(client.meta.etag);
    expect((await owner.get(`/activities?filter[client_id]=${client.id}`)).records).toHaveLength(1);
  });

  test("a key's first answer is given again, and there is one client", async ({ owner }) => {
    const email = `${randomUUID()}@client.example`;
    const { path, sent } = keyed(randomUUID(), { name: "Once", email });
    const first = await owner.send("POST", path, sent);
    const again = await owner.send("POST", path, sent);
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    for (const name of ["location", "etag", "content-type"])
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(await count(owner, email)).toBe(1);
  });

  test("a key with another document, URL or workspace is refused", async ({ owner }) => {
    const key = randomUUID();
    const { path, sent } = keyed(key, { name: "One", email: "one@client.example" });
    const first = await owner.send("POST", path, sent);
    const other = keyed(key, { name: "Two", email: "one@client.example" });
    expect((await owner.send("POST", path, other.sent)).problem).toBe("422 idempotency_key_reused Idempotency-Key");
    expect((await owner.send("POST", `${path}?include=people`, sent)).status).toBe(422);
    const elsewhere = await owner.send("POST", `/clients/${first.record.id}/archival`, { headers: sent.headers });
    expect(elsewhere.status).toBe(422);
    expect((await owner.get(`/clients/${first.record.id}`)).record.attributes.archived_at).toBeNull();
  });

  test("two people may use the same key", async ({ service, owner }) => {
    const { owner: other } = await service.newWorkspace();
    const { path, sent } = keyed(randomUUID(), { name: "Mine", email: "mine@client.example" });
    const mine = await owner.send("POST", path, sent);
    const theirs = await other.send("POST", path, sent);
    expect(theirs.status).toBe(201);
    expect(theirs.record.id).not.toBe(mine.record.id);
  });

  test("a refused write leaves its key free", async ({ owner }) => {
    const key = randomUUID();
    const wrong = keyed(key, { name: "", email: "free@client.example" });
    expect((await owner.send("POST", "/clients", wrong.sent)).status).toBe(400);
    const missing = {
      ...wrong.sent,
      type: "client_person",
      attributes: { clientId: randomUUID(), name: "A", email: "a@b.example" },
    };
    expect((await owner.send("POST", "/client_people", missing)).status).toBe(404);
    const right = keyed(key, { name: "Free", email: "free@client.example" });
    expect((await owner.send("POST", "/clients", right.sent)).status).toBe(201);
  });

  test("twenty requests at once under one key create one client, and all get its answer", async ({ owner }) => {
    const email = `${randomUUID()}@client.example`;
    const { path, sent } = keyed(randomUUID(), { name: "Twenty", email });
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.send("POST", path, sent)));
    const created = answers.filter(({ status }) => status === 201);
    const waiting = answers.filter(({ status }) => status === 409);
    expect(created.length + waiting.length).toBe(20);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    for (const answer of waiting) {
      expect(answer.problem).toBe("409 request_in_progress");
      expect(answer.headers.get("retry-after")).toBe("1");
    }
    expect(await count(owner, email)).toBe(1);
    expect((await owner.send("POST", path, sent)).text).toBe(created[0]?.text);
  });

  test("changes and removals are done once, too", async ({ owner }) => {
    const client = await owner.newClient();
    const headers = { "idempotency-key": randomUUID() };
    const archived = await owner.send("POST", `/clients/${client.id}/archival`, { headers });
    await owner.send("DELETE", `/clients/${client.id}/archival`);
    const again = await owner.send("POST", `/clients/${client.id}/archival`, { headers });
    expect(again.text).toBe(archived.text);
    expect((await owner.get(`/clients/${client.id}`)).record.attributes.archived_at).toBeNull();

    const attributes = { clientId: client.id, name: "Theo", email: "theo@client.example" };
    const person = await owner.send("POST", "/client_people", { type: "client_person", attributes });
    const removal = { headers: { "idempotency-key": randomUUID() } };
    const gone = await owner.send("DELETE", `/client_people/${person.record.id}`, removal);
    const goneAgain = await owner.send("DELETE", `/client_people/${person.record.id}`, removal);
    expect([gone.status, goneAgain.status]).toEqual([204, 204]);
    expect((await owner.send("DELETE", `/client_people/${person.record.id}`)).status).toBe(404);
  });

  test.for(['""', '"a', "x".repeat(201), '"é"', 'a"b'])("the key %s is none", async (key, { owner }) => {
    const sent = {
      type: "client",
      attributes: { name: "A", email: "a@b.example" },
      headers: { "idempotency-key": encodeURI(key) },
    };
    const bytes = { ...sent, headers: { "idempotency-key": key === '"é"' ? '"\u00e9"' : key } };
    expect((await owner.send("POST", "/clients", bytes)).problem).toBe("400 invalid_idempotency_key Idempotency-Key");
  });

  test("old answers are removed, and their keys are free again", async ({ service, owner }) => {
    const key = randomUUID();
    const { path, sent } = keyed(key, { name: "Old", email: "old@client.example" });
    const first = await owner.send("POST", path, sent);
    const age = () =>
      sql`update upstream.idempotency_keys set stored_at = stored_at - interval '25 hours' where key = ${key}`;
    await service.database.orm.execute(age());
    const second = await owner.send("POST", path, sent);
    expect(second.record.id).not.toBe(first.record.id);
    await service.database.orm.execute(age());
    await sweepKeys(service.database.orm);
    const { rows } = await service.database.orm.execute(sql`select from upstream.idempotency_keys where key = ${key}`);
    expect(rows).toHaveLength(0);
  });

  test("passwords and tokens are never kept beside a key", async ({ service, owner }) => {
    const attributes = { email: "owner@nobody.example", password: "a password to keep out" };
    const [signingIn, changing] = [randomUUID(), randomUUID()];
    await service.send("POST", "/sessions", { attributes, headers: { "idempotency-key": `"${signingIn}"` } });
    await owner.send("POST", "/password_changes", {
      attributes: { currentPassword: "a password to keep out", newPassword: "another password to keep out" },
      headers: { "idempotency-key": `"${changing}"` },
    });
    const { rows } = await service.database.orm.execute(sql`
      select from upstream.idempotency_keys where key in (${signingIn}, ${changing})`);
    expect(rows).toHaveLength(0);
  });

  test("statistics follow a growing table on databases without autovacuum", async ({ service, owner }) => {
    const { orm } = service.database;
    await refreshStatistics(orm);
    await orm.execute(sql`
      insert into upstream.clients (workspace_id, name, email, name_key, email_key, search_text)
      select ${owner.workspaceId}::uuid, 'N' || n, 'n@client.example', 'n', 'n', 'n' from generate_series(1, 8000) n`);
    expect(await refreshStatistics(orm)).toEqual(kind.name === "embedded" ? ["clients"] : []);
    expect(await refreshStatistics(orm)).toEqual([]);
  });
});
