import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { accept, invite, newestMail } from "#tests/support/portal-service.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

describe("clients", () => {
  async function newOwner(service: UpstreamService): Promise<TestPerson> {
    return (await service.newWorkspace()).owner;
  }

  test("a client is written to in the language that the agent chose, until they choose one themselves", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const email = "nora.lind@buyer.example";
    const record = await owner.newClient({ name: "Nora Lind", email });
    const choose = (language: string) =>
      owner.send("PATCH", `/clients/${record.id}`, { type: "client", id: record.id, attributes: { language } });
    expect((await choose("fr")).problem).toBe("400 invalid_attribute /data/attributes/language");
    expect((await choose("es")).record.attributes).toMatchObject({ language: "es", own_language: null });
    await invite(owner, record.id);
    expect((await newestMail(service, email)).subject).toMatch(/le invita a su búsqueda de casa$/);
    const client = await accept(service, email);
    const portal = async () => (await client.get("/sessions/current")).record.attributes.portal;
    expect(await portal()).toMatchObject({ language: null, client_language: "es" });
    await client.send("PATCH", "/portal/me", { type: "portal_person", attributes: { language: "en" } });
    expect((await owner.get(`/clients/${record.id}`)).record.attributes).toMatchObject({
      language: "es",
      own_language: "en",
    });
    const thread = async () => (await owner.get(`/message_threads/${record.id}`)).record.attributes;
    expect(await thread()).toMatchObject({ last_words: "", client_language: "en" });
    await owner.send("POST", "/messages", { type: "message", attributes: { clientId: record.id, body: "Hello." } });
    expect(await thread()).toMatchObject({ last_words: "Hello.", client_language: "en" });
  });

  test("a created client is answered as the contract shows it, with its profile, and found again", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const attributes = { name: " Maya Lindqvist ", email: "Maya@Client.example", phoneNumber: "+1 (555) 010-2030" };
    const created = await owner.send("POST", "/clients?include=buyer_profile", { type: "client", attributes });

    expect(created.status).toBe(201);
    expect(created.headers.get("location")).toBe(`http://upstream.test/api/clients/${created.record.id}`);
    expect(created.record.attributes).toEqual({
      name: "Maya Lindqvist",
      email: "Maya@Client.example",
      phone_number: "+1 (555) 010-2030",
      profile_image_url: null,
      tags: [],
      lead_source: null,
      inserted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      updated_at: created.record.attributes.inserted_at,
      last_activity_at: null,
      archived_at: null,
      workspace_id: owner.workspaceId,
      assigned_account_id: owner.accountId,
      assigned_account_name: "Ada Marsh",
      agreement: null,
      is_sample: false,
      greeted_as: null,
      language: null,
      own_language: null,
    });
    expect(created.record.links).toEqual({ self: `http://upstream.test/api/clients/${created.record.id}` });
    expect(created.record.meta).toEqual({
      can: ["update", "archive"],
      etag: expect.stringMatching(`^"${created.record.id}-\\d+"$`),
    });
    expect(created.record.relationships?.people).toEqual({ links: {}, meta: {} });
    const [profile] = created.document.included ?? [];
    expect(created.record.relationships?.buyer_profile?.data).toEqual({ type: "buyer_profile", id: profile?.id });
    expect(profile?.attributes).toMatchObject({ budget: null, preferred_areas: [], client_id: created.record.id });
    expect(JSON.parse(created.text)).toMatchObject({ jsonapi: { version: "1.0" } });

    const found = await owner.get(`/clients/${created.record.id}`);
    expect(found.record.attributes).toEqual(created.record.attributes);
    expect(found.document.included).toBeUndefined();
  });

  test("a change writes the given attributes only", async ({ service }) => {
    const owner = await newOwner(service);
    const client = await owner.newClient({ phoneNumber: "555 0101", tags: ["Pre-approved", "Pre-approved", " VIP "] });
    expect(client.attributes.tags).toEqual(["Pre-approved", "VIP"]);
    const changed = await owner.send("PATCH", `/clients/${client.id}`, {
      type: "client",
      id: client.id,
      attributes: { name: "Maya Holm", phone_number: "" },
    });
    expect(changed.record.attributes).toEqual({
      ...client.attributes,
      name: "Maya Holm",
      phone_number: null,
      updated_at: expect.any(String),
    });
    expect(String(changed.record.attributes.updated_at) > String(client.attributes.updated_at)).toBe(true);
    expect((await owner.get("/clients?filter[search]=holm")).records).toHaveLength(1);
    expect((await owner.get("/clients?filter[search]=lindqvist")).records).toHaveLength(0);
    expect((await owner.get("/clients?filter[search]=5550101")).records).toHaveLength(0);
  });

  test("an id in the document that is another's is refused", async ({ service }) => {
    const owner = await newOwner(service);
    const [one, two] = [await owner.newClient(), await owner.newClient()];
    const sent = { type: "client", id: two.id, attributes: { name: "X" } };
    expect((await owner.send("PATCH", `/clients/${one.id}`, sent)).problem).toBe("409 invalid_id /data/id");
  });

  test("archiving takes a client out of the list, and bringing it back puts it there again; twice is once", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const client = await owner.newClient();
    await owner.newClient();
    const total = async (query = "") =>
      (await owner.get(`/clients?page[count]=true${query}`)).document.meta?.page?.total;
    for (let round = 0; round < 2; round += 1) {
      const archived = await owner.send("POST", `/clients/${client.id}/archival?include=buyer_profile`);
      expect(archived.status).toBe(200);
      expect(archived.record.attributes.archived_at).toEqual(expect.any(String));
      expect(archived.document.included).toHaveLength(1);
    }
    expect(await total()).toBe(1);
    expect(await total("&filter[archived]=true")).toBe(1);
    expect((await owner.get("/clients?filter[archived]=true")).records.map(({ id }) => id)).toEqual([client.id]);
    expect((await owner.get(`/clients/${client.id}`)).status).toBe(200);
    for (let round = 0; round < 2; round += 1) {
      expect((await owner.send("DELETE", `/clients/${client.id}/archival`)).record.attributes.archived_at).toBeNull();
    }
    expect(await total()).toBe(2);
    const events = await owner.get(`/activities?filter[client_id]=${client.id}`);
    expect(events.records.map(({ attributes }) => attributes.label)).toEqual([
      "Client restored",
      "Client archived",
      "Client created",
    ]);
  });

  test("search finds parts of names, addresses and numbers in any case, accents and spelling", async ({ service }) => {
    const owner = await newOwner(service);
    const people = [
      ["Élodie Fournier", "elodie@paris.example", "(206) 555-0104"],
      ["Maya Lindqvist", "ml@client.example", "+46 70 123 45 67"],
      ["李小龙", "bruce@client.example", null],
      ["100% Straße", "a_b@client.example", null],
      ["Una O’Rourke", "una@client.example", null],
    ] as const;
    for (const [name, email, phoneNumber] of people) await owner.newClient({ name, email, phoneNumber });
    const found = async (search: string) =>
      (await owner.get(`/clients?sort=name&filter[search]=${encodeURIComponent(search)}`)).records.map(
        ({ attributes }) => attributes.name,
      );
    expect(await found("elodie")).toEqual(["Élodie Fournier"]);
    expect(await found("ÉLODIE four")).toEqual(["Élodie Fournier"]);
    expect(await found("fournier élodie")).toEqual(["Élodie Fournier"]);
    expect(await found("paris")).toEqual(["Élodie Fournier"]);
    expect(await found("555 01")).toEqual(["Élodie Fournier"]);
    expect(await found("+46 (70) 123-45")).toEqual(["Maya Lindqvist"]);
    expect(await found("QVI")).toEqual(["Maya Lindqvist"]);
    expect(await found("小龙")).toEqual(["李小龙"]);
    for (const typed of ["o’rourke", "o'rourke", "O‘Rourke"]) expect(await found(typed)).toEqual(["Una O’Rourke"]);
    expect(await found("%")).toEqual(["100% Straße"]);
    expect(await found("a_b")).toEqual(["100% Straße"]);
    expect(await found("\\")).toEqual([]);
    expect(await found("nobody")).toEqual([]);
    expect(await found("  ")).toHaveLength(5);
    expect((await owner.get(`/clients?filter[search]=${"a".repeat(201)}`)).problem).toBe(
      "400 invalid_filter filter[search]",
    );
  });

  test("by name the case and accents of a letter make no difference to the order", async ({ service }) => {
    const owner = await newOwner(service);
    for (const name of ["Zoe", "élan", "Ada", "Emil", "eda"]) await owner.newClient({ name });
    const { records } = await owner.get("/clients?sort=name");
    expect(records.map(({ attributes }) => attributes.name)).toEqual(["Ada", "eda", "élan", "Emil", "Zoe"]);
  });

  test("duplicates are those with the same address, or the same number and name, archived ones too; at most three", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const client = await owner.newClient({
      name: "Maya Lindqvist",
      email: "maya@client.example",
      phoneNumber: "+1 206 555 0101",
    });
    const ids = async (query: Record<string, string>) =>
      (await owner.get(`/clients/duplicates?${new URLSearchParams(query)}`)).records.map(({ id }) => id);
    expect(await ids({ email: " MAYA@client.EXAMPLE" })).toEqual([client.id]);
    expect(await ids({ name: "maya  LINDQVIST", phone_number: "(206) 555-0101" })).toEqual([client.id]);
    expect(await ids({ name: "Maya Lindqvist" })).toEqual([]);
    expect(await ids({ phone_number: "(206) 555-0101" })).toEqual([]);
    expect(await ids({ name: "Maya Lindqvist", phone_number: "555-0101" })).toEqual([]);
    expect(await ids({ email: "", name: "", phone_number: "" })).toEqual([]);
    expect(await ids({})).toEqual([]);
    await owner.send("POST", `/clients/${client.id}/archival`);
    const others = [];
    for (let n = 0; n < 3; n += 1) others.push((await owner.newClient({ email: "maya@client.example" })).id);
    expect(await ids({ email: "maya@client.example" })).toEqual(others.reverse());
    expect((await owner.get("/clients/duplicates?nickname=x")).problem).toBe("400 invalid_query nickname");
  });

  test("the stored number of clients stays that of the rows", async ({ service }) => {
    const workspace = await service.newWorkspace();
    const member = await workspace.join("member");
    const { orm } = service.database;
    const clients = [];
    for (const person of [workspace.owner, member, member]) clients.push((await person.newClient()).id);
    await Promise.all(clients.map((id) => workspace.owner.send("POST", `/clients/${id}/archival`)));
    await workspace.owner.send("DELETE", `/clients/${clients[1]}/archival`);
    await orm.execute(sql`update upstream.clients set assigned_account_id = null where id = ${clients[2]}`);
    await orm.execute(sql`delete from upstream.clients where id = ${clients[0]}`);
    const { rows } = await orm.execute(sql`
      select assigned_account_id as assigned, is_archived, total from upstream.client_counts
      where workspace_id = ${workspace.id} and total <> 0 order by is_archived`);
    expect(rows).toEqual([
      { assigned: member.accountId, is_archived: false, total: 1 },
      { assigned: null, is_archived: true, total: 1 },
    ]);
    expect((await member.get("/clients?page[count]=true")).document.meta?.page?.total).toBe(1);
    await orm.execute(sql`delete from upstream.workspaces where id = ${workspace.id}`);
    const left = await orm.execute(sql`select from upstream.client_counts where workspace_id = ${workspace.id}`);
    expect(left.rows).toHaveLength(0);
  });

  test("creating and archiving at once neither deadlocks nor miscounts", async ({ service }) => {
    const owner = await newOwner(service);
    const clients = await Promise.all(Array.from({ length: 12 }, () => owner.newClient()));
    await Promise.all(clients.map(({ id }) => owner.send("POST", `/clients/${id}/archival`)));
    const answers = await Promise.all(
      clients.map(({ id }, n) =>
        n % 2 === 0 ? owner.send("DELETE", `/clients/${id}/archival`) : owner.send("POST", `/clients/${id}/archival`),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await owner.get("/clients?page[count]=true")).document.meta?.page?.total).toBe(6);
  });
});
