import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { fetchShared, share, viewerOf } from "#tests/support/sharing.ts";
import { addDocument, newFolder, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

describe("sharing with clients", () => {
  const newOwner = async (service: UpstreamService) => (await service.newWorkspace()).owner;

  const mail = (person: TestPerson, packageId: string, clientIds: readonly string[], note?: string, headers = {}) =>
    person.send("POST", `/packages/${packageId}/client_shares`, {
      type: "client_share",
      attributes: { clientIds, note },
      headers,
    });

  /** Mails to an address, oldest first, with the tokens of their links. */
  async function mailsTo(service: UpstreamService, address: string) {
    const { rows } = await service.database.orm.execute<{ subject: string; text: string }>(sql`
      select subject, text from mail.outbox where recipient = ${address} order by inserted_at, id`);
    return rows.map(({ subject, text }) => ({ subject, text, token: /\/shared\/([\w-]{43})\b/.exec(text)?.[1] ?? "" }));
  }

  const addPerson = (person: TestPerson, clientId: string, name: string, email: string) =>
    person.send("POST", "/client_people", { type: "client_person", attributes: { clientId, name, email } });

  test("the link of somebody who leaves the household shows nothing any more, and those of the others stay", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const packages = [await newPackage(owner), await newPackage(owner)].map(({ id }) => id);
    const client = await owner.newClient();
    const address = String(client.attributes.email);
    const theo = (await addPerson(owner, client.id, "Theo", `theo-${address}`)).record;
    for (const packageId of packages) await mail(owner, packageId, [client.id], "Look.");
    const viewers = async (to: string) =>
      Promise.all((await mailsTo(service, to)).map(({ token }) => viewerOf(service, token)));
    const [his, hers] = [await viewers(`theo-${address}`), await viewers(address)];
    const statuses = (of: typeof his) => Promise.all(of.map(async (viewer) => (await viewer.get("/view")).status));
    expect([await statuses(his), await statuses(hers)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await owner.send("DELETE", `/client_people/${theo.id}`);
    expect([await statuses(his), await statuses(hers)]).toEqual([
      [410, 410],
      [200, 200],
    ]);
  });

  test("each person of the household is mailed their own link, which shows what is marked for clients", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner, { city: "Seattle" });
    const client = await owner.newClient();
    const address = String(client.attributes.email);
    await addPerson(owner, client.id, "Theo", `theo-${address}`);
    await addPerson(owner, client.id, "Maya again", address.toUpperCase());
    const folderId = (await newFolder(owner, { name: "Disclosures", packageId })).record.id;
    await addDocument(service, owner, { folderId, label: "ours.txt" });
    await addDocument(service, owner, { folderId, label: "theirs.txt", isClientVisible: true });

    const { status, records } = await mail(owner, packageId, [client.id], "Look at the kitchen.\n\nOffers by Friday!");
    expect(status).toBe(200);
    expect(records.map(({ attributes }) => attributes)).toMatchObject([
      { client_id: client.id, client_name: "Maya Lindqvist", label: "Maya Lindqvist", allows_download: true },
    ]);
    const [theo] = await mailsTo(service, `theo-${address}`);
    const [maya] = [...(await mailsTo(service, address)), ...(await mailsTo(service, address.toUpperCase()))];
    expect(theo?.subject).toBe("12 Alder Lane, Seattle: a property for you");
    for (const words of ["Hello Theo,", "Ada Marsh of Harbour Homes", "Look at the kitchen.", "Offers by Friday!"]) {
      expect(theo?.text).toContain(words);
    }
    expect(theo?.text).toContain("http://latchkey.test/shared/");
    expect(maya?.token).not.toBe(theo?.token);
    for (const { token } of [theo, maya].map((letter) => letter ?? { token: "" })) {
      const viewer = await viewerOf(service, token);
      const { documents } = (await viewer.get("/view")).record.attributes;
      expect(documents).toMatchObject([{ label: "theirs.txt", folder: "Disclosures" }]);
    }
    const [link] = (await owner.get("/share_links")).records;
    expect(link?.attributes).toMatchObject({ opened_count: 2, expires_at: expect.any(String) });
  });

  test("again, the client has still one opportunity and one link, and the earlier mail still works", async ({
    service,
  }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner);
    const client = await owner.newClient();
    const address = String(client.attributes.email);
    const [first] = (await mail(owner, packageId, [client.id])).records;
    const [second] = (await mail(owner, packageId, [client.id.toUpperCase(), client.id])).records;
    expect(second?.id).toBe(first?.id);
    const paired = await owner.get(`/packages?filter[client_id]=${client.id}&include=clients`);
    expect(paired.records.map(({ id }) => id)).toEqual([packageId]);
    const { rows } = await service.database.orm.execute(sql`
      select stage from upstream.opportunities where package_id = ${packageId}`);
    expect(rows).toEqual([{ stage: "open" }]);
    const tokens = (await mailsTo(service, address)).map(({ token }) => token);
    expect(tokens).toHaveLength(2);
    for (const token of tokens) expect((await fetchShared(service, token)).status).toBe(200);
    await owner.send("POST", `/share_links/${first?.id}/revocation`);
    for (const token of tokens) expect((await fetchShared(service, token)).status).toBe(410);
    // After that the client gets another.
    const [third] = (await mail(owner, packageId, [client.id])).records;
    expect(third?.id).not.toBe(first?.id);
    const events = (await owner.get(`/activities?filter[client_id]=${client.id}`)).records;
    expect(events.filter(({ attributes }) => attributes.label === "Property shared with the client")).toHaveLength(3);
  });

  test("sent twice under one key it is mailed once; with an unknown client nothing is mailed", async ({ service }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner);
    const client = await owner.newClient();
    const address = String(client.attributes.email);
    const stranger = await (await newOwner(service)).newClient();
    const refused = "400 invalid_attribute /data/attributes/client_ids";
    expect((await mail(owner, packageId, [client.id, stranger.id])).problem).toBe(refused);
    expect(await mailsTo(service, address)).toEqual([]);
    const headers = { "idempotency-key": '"once"' };
    const answers = [
      await mail(owner, packageId, [client.id], "Hi", headers),
      await mail(owner, packageId, [client.id], "Hi", headers),
    ];
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(await mailsTo(service, address)).toHaveLength(1);
  });

  /** As if so many links had been mailed to an address a moment ago. */
  const mailed = async (
    service: UpstreamService,
    { workspaceId }: TestPerson,
    link: string | undefined,
    emailKey: string,
    mails: number,
  ) => {
    await service.database.orm.execute(sql`
      insert into upstream.share_tokens (token_hash, share_link_id, workspace_id, email_key)
      select sha256(convert_to(${emailKey} || n, 'UTF8')), ${link}, ${workspaceId}, ${emailKey}
      from generate_series(1, ${mails}::integer) n`);
  };
  const limited = "400 mail_limit /data/attributes/client_ids";

  test("a workspace mails so many links a day, and the one that would be too many says so", async ({ service }) => {
    const { owner } = await service.newWorkspace("free");
    const { id: packageId } = await newPackage(owner);
    const [one, two, three] = [await owner.newClient(), await owner.newClient(), await owner.newClient()];
    const [link] = (await mail(owner, packageId, [one.id])).records;
    await mailed(service, owner, link?.id, `many-${owner.workspaceId}@client.example`, 98);
    const refused = await mail(owner, packageId, [two.id, three.id]);
    expect(refused.problem).toBe(limited);
    expect(refused.text).toContain("can email links to 100 people a day, and has 1 left.");
    expect(await mailsTo(service, String(two.attributes.email))).toEqual([]);
    expect((await mail(owner, packageId, [two.id])).status).toBe(200);
    expect((await mail(owner, packageId, [three.id])).text).toContain("has none left");
    await service.database.orm.execute(sql`
      update upstream.share_tokens set inserted_at = inserted_at - interval '25 hours'
      where workspace_id = ${owner.workspaceId}`);
    expect((await mail(owner, packageId, [three.id])).status).toBe(200);
  });

  test("an address is mailed a limited number of links a day, from all senders together", async ({ service }) => {
    const [owner, other] = [await newOwner(service), await newOwner(service)];
    const email = `sought-${owner.workspaceId}@client.example`;
    const { id: packageId } = await newPackage(owner);
    const client = await owner.newClient({ email });
    const [link] = (await mail(owner, packageId, [client.id])).records;
    await mailed(service, owner, link?.id, email, 28);
    const theirs = [
      await newPackage(other),
      await other.newClient({ email }),
      await other.newClient({ email }),
    ] as const;
    const both = await mail(other, theirs[0].id, [theirs[1].id, theirs[2].id]);
    expect(both.problem).toBe(limited);
    expect((await mail(other, theirs[0].id, [theirs[1].id])).status).toBe(200);
    expect((await mail(owner, packageId, [client.id])).problem).toBe(limited);
    expect(await mailsTo(service, email)).toHaveLength(2);
  });

  test("a household has room for twenty people, each of whom is mailed", async ({ service }) => {
    const owner = await newOwner(service);
    const { id: packageId } = await newPackage(owner);
    const client = await owner.newClient();
    const address = (person: number) => `person-${person}-${client.id}@client.example`;
    for (let person = 1; person <= 20; person += 1) {
      expect((await addPerson(owner, client.id, "Theo", address(person))).status).toBe(201);
    }
    const refused = await addPerson(owner, client.id, "Theo", address(21));
    expect(refused.problem).toBe("400 invalid_attribute /data/attributes/email");
    expect((await mail(owner, packageId, [client.id])).status).toBe(200);
    for (const person of [1, 20]) expect(await mailsTo(service, address(person))).toHaveLength(1);
  });

  test("no client, an overlong note and users without permission are refused", async ({ service }) => {
    const workspace = await service.newWorkspace();
    const { owner } = workspace;
    const { id: packageId } = await newPackage(owner);
    const client = await owner.newClient();
    expect((await mail(owner, packageId, [])).problem).toBe("400 invalid_attribute /data/attributes/client_ids");
    const tooLong = await mail(owner, packageId, [client.id], "x".repeat(2001));
    expect(tooLong.problem).toBe("400 invalid_attribute /data/attributes/note");
    expect((await mail(await workspace.join("instructor"), packageId, [client.id])).status).toBe(403);
    const member = await workspace.join("member");
    expect((await mail(member, packageId, [client.id])).status).toBe(404);
    const own = await newPackage(member);
    // Somebody else's client does not exist for them.
    expect((await mail(member, own.id, [client.id])).status).toBe(400);
    expect((await mail(member, own.id, [(await member.newClient()).id])).status).toBe(200);
  });

  test("a client's link can be ended sooner and is counted by no plan; its folders are not chosen", async ({
    service,
  }) => {
    const { owner } = await service.newWorkspace("free");
    const { id: packageId } = await newPackage(owner);
    for (let link = 0; link < 10; link += 1) await share(owner, packageId);
    const client = await owner.newClient();
    const [made] = (await mail(owner, packageId, [client.id])).records;
    const change = (attributes: object) =>
      owner.send("PATCH", `/share_links/${made?.id}`, { type: "share_link", id: made?.id ?? "", attributes });
    expect((await change({ folderIds: [] })).problem).toBe("400 invalid_attribute /data/attributes/folder_ids");
    const ended = await change({ expiresAt: null, allowsDownload: false });
    expect(ended.record.attributes).toMatchObject({ expires_at: null, allows_download: false });
    // One that does not end by itself goes on doing so.
    const [renewed] = (await mail(owner, packageId, [client.id])).records;
    expect(renewed?.attributes.expires_at).toBeNull();
  });
});
