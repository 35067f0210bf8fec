import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { fetchShared, viewerOf } from "#tests/support/sharing.ts";
import { addDocument, newPackage } from "#tests/support/uploads.ts";
import type { TestPerson, UpstreamService } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";

const test = upstreamTest({});

describe("sharing several properties with a client", () => {
  const share = (person: TestPerson, clientId: string, attributes: object, headers = {}) =>
    person.send("POST", `/clients/${clientId}/package_shares`, { type: "package_share", attributes, headers });

  const choiceOf = async (person: TestPerson, clientId: string, ids: readonly string[]) =>
    (await person.get(`/clients/${clientId}/package_choice?package_ids=${ids.join(",")}`)).record.attributes.packages;

  async function mailsTo(service: UpstreamService, address: string) {
    const { rows } = await service.database.orm.execute<{ subject: string; text: string; html: string }>(sql`
      select subject, text, html from mail.outbox where recipient = ${address} order by inserted_at, id`);
    return rows;
  }

  const tokensIn = (text: string) => [...text.matchAll(/\/shared\/([\w-]{43})\b/g)].map(([, token = ""]) => token);

  test("each person of the household gets one mail with a link to each property", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const [alder, birch] = [
      await newPackage(owner, { city: "Seattle" }),
      await newPackage(owner, { street: "9 Birch & Co" }),
    ];
    const client = await owner.newClient();
    const address = String(client.attributes.email);
    const theo = { clientId: client.id, name: "Theo", email: `theo-${address}` };
    await owner.send("POST", "/client_people", { type: "client_person", attributes: theo });
    await addDocument(service, owner, { packageId: birch.id, label: "plan.txt", isClientVisible: true });
    const packageIds = [birch.id, alder.id, birch.id.toUpperCase()];
    const { status, records } = await share(owner, client.id, { packageIds, note: "Two to look at." });
    expect(status).toBe(200);
    expect(records.map(({ attributes }) => [attributes.package_id, attributes.client_id])).toEqual([
      [birch.id, client.id],
      [alder.id, client.id],
    ]);
    for (const [to, name] of [
      [address, "Maya"],
      [theo.email, "Theo"],
    ] as const) {
      const [mail, ...others] = await mailsTo(service, to);
      expect(others).toEqual([]);
      expect(mail?.subject).toBe("2 properties for you");
      const parts = [
        `Hello ${name},`,
        "has shared 2 properties with you.",
        "Two to look at.",
        "9 Birch & Co",
        "12 Alder",
      ];
      const places = parts.map((words) => mail?.text.indexOf(words) ?? -1);
      expect(places.every((place) => place >= 0)).toBe(true);
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(mail?.html).toContain("9 Birch &#38; Co");
      const [first = "", second = "", ...more] = tokensIn(mail?.text ?? "");
      expect(more).toEqual([]);
      expect(tokensIn(mail?.html ?? "")).toEqual([first, second]);
      const viewer = await viewerOf(service, first);
      expect((await viewer.get("/view")).record.attributes.documents).toMatchObject([{ label: "plan.txt" }]);
      expect((await fetchShared(service, second)).status).toBe(200);
    }
    const { rows } = await service.database.orm.execute(sql`
      select count(distinct package_id)::integer as opened from upstream.opportunities where client_id = ${client.id}`);
    expect(rows).toEqual([{ opened: 2 }]);
    const events = (await owner.get(`/activities?filter[client_id]=${client.id}`)).records;
    expect(events.filter(({ attributes }) => attributes.label === "Property shared with the client")).toHaveLength(2);
  });

  test("one property is mailed as if it were shared alone, in the reader's language", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const [alder, birch] = [await newPackage(owner), await newPackage(owner, { street: "9 Birch" })];
    const client = await owner.newClient();
    const address = String(client.attributes.email);
    await service.database.orm.execute(sql`
      insert into upstream.portal_people (email, language) values (${address.toLowerCase()}, 'es')`);
    await share(owner, client.id, { packageIds: [alder.id] });
    await share(owner, client.id, { packageIds: [alder.id, birch.id] });
    const [one, several] = await mailsTo(service, address);
    expect(one?.subject).toBe("12 Alder Lane: una propiedad para usted");
    expect(several?.subject).toBe("2 propiedades para usted");
    expect(several?.text).toContain("Estos enlaces son solo para usted");
  });

  test("sent twice under one key it is mailed once", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const [alder, birch] = [await newPackage(owner), await newPackage(owner)];
    const client = await owner.newClient();
    const headers = { "idempotency-key": '"once"' };
    const sent = { packageIds: [alder.id, birch.id] };
    const answers = [await share(owner, client.id, sent, headers), await share(owner, client.id, sent, headers)];
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(await mailsTo(service, String(client.attributes.email))).toHaveLength(1);
  });

  test("where one property cannot be shared, each such one is named and nothing is mailed", async ({ service }) => {
    const workspace = await service.newWorkspace();
    const { owner } = workspace;
    const member = await workspace.join("member");
    const [alder, birch, cedar] = [
      await newPackage(member),
      await newPackage(member, { street: "9 Birch" }),
      await newPackage(owner, { street: "7 Cedar" }),
    ];
    await owner.send("POST", `/packages/${cedar.id}/member_shares`, {
      type: "member_share",
      attributes: { accountId: member.accountId },
    });
    await member.send("POST", `/packages/${birch.id}/archival`);
    const stranger = await newPackage((await service.newWorkspace()).owner);
    const client = await member.newClient();
    const packageIds = [alder.id, birch.id, cedar.id, stranger.id];
    const refused = await share(member, client.id, { packageIds });
    expect(refused.status).toBe(400);
    const { errors } = refused.document;
    const notTheirs = "One of the properties isn’t yours to share, or is no longer there.";
    expect(errors).toMatchObject([
      { detail: "9 Birch is archived.", source: { pointer: "/data/attributes/package_ids/1" } },
      { detail: notTheirs, source: { pointer: "/data/attributes/package_ids/2" } },
      { detail: notTheirs, source: { pointer: "/data/attributes/package_ids/3" } },
    ]);
    expect(await mailsTo(service, String(client.attributes.email))).toEqual([]);
    expect(await choiceOf(member, client.id, packageIds)).toMatchObject([
      { package_id: alder.id, can_share: true, is_paired: false, shared_at: null },
      { package_id: birch.id, can_share: false, is_archived: true },
      { package_id: cedar.id, can_share: false, is_archived: false },
    ]);
  });

  test("none, too many, an archived client and users without permission are refused", async ({ service }) => {
    const workspace = await service.newWorkspace();
    const { owner } = workspace;
    const { id } = await newPackage(owner);
    const client = await owner.newClient();
    const refused = "400 invalid_attribute /data/attributes/package_ids";
    const many = Array.from({ length: 26 }, () => crypto.randomUUID());
    expect((await share(owner, client.id, { packageIds: [] })).problem).toBe(refused);
    expect((await share(owner, client.id, { packageIds: many })).problem).toBe(refused);
    const asked = await owner.get(`/clients/${client.id}/package_choice?package_ids=${many.join(",")}`);
    expect(asked.problem).toBe("400 invalid_query package_ids");
    expect(await choiceOf(owner, client.id, [])).toEqual([]);
    const instructor = await workspace.join("instructor");
    expect((await share(instructor, client.id, { packageIds: [id] })).problem).toBe("403 forbidden");
    expect(await choiceOf(instructor, client.id, [id])).toMatchObject([{ can_share: false }]);
    await owner.send("POST", `/clients/${client.id}/archival`);
    expect((await share(owner, client.id, { packageIds: [id] })).problem).toBe(refused);
  });

  test("the choice says what the client would see, and what they were sent before", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const [bare, full] = [await newPackage(owner, { street: "9 Birch" }), await newPackage(owner, { beds: 3 })];
    const client = await owner.newClient();
    await addDocument(service, owner, { packageId: full.id, label: "theirs.txt", isClientVisible: true });
    await addDocument(service, owner, { packageId: full.id, label: "ours.txt" });
    const sale = { address: "9 Elm", soldPrice: { amount: "1", currency: "USD" }, sqft: 1, soldOn: "2026-01-01" };
    for (const { id } of [bare, full]) {
      await owner.send("POST", `/packages/${id}/portal_release`, {
        type: "portal_release",
        attributes: { costs: true, findings: true, comparables: true },
      });
    }
    await owner.send("POST", "/comparables", { type: "comparable", attributes: { packageId: full.id, ...sale } });
    await share(owner, client.id, { packageIds: [full.id] });
    expect(await choiceOf(owner, client.id, [full.id, bare.id])).toMatchObject([
      {
        ...{ package_id: full.id, documents: 1, has_facts: true, released: ["comparables"], photos: 0 },
        ...{ is_paired: true, shared_at: expect.any(String), opened_at: null },
      },
      { package_id: bare.id, documents: 0, has_facts: false, released: [], is_paired: false, shared_at: null },
    ]);
  });

  test("a mail about several properties counts once of those that an address gets in a day", async ({ service }) => {
    const { owner } = await service.newWorkspace();
    const packageIds = [(await newPackage(owner)).id, (await newPackage(owner)).id];
    const client = await owner.newClient();
    await share(owner, client.id, { packageIds });
    const { rows } = await service.database.orm.execute(sql`
      select count(*)::integer as links, count(email_key)::integer as mails from upstream.share_tokens
      where workspace_id = ${owner.workspaceId}`);
    expect(rows).toEqual([{ links: 2, mails: 1 }]);
    await service.database.orm.execute(sql`
      insert into upstream.share_tokens (token_hash, share_link_id, workspace_id, email_key)
      select sha256(convert_to(t.email_key || n, 'UTF8')), t.share_link_id, t.workspace_id, t.email_key
      from upstream.share_tokens t, generate_series(1, 28) n
      where t.workspace_id = ${owner.workspaceId} and t.email_key is not null`);
    expect((await share(owner, client.id, { packageIds })).status).toBe(200);
    const refused = await share(owner, client.id, { packageIds });
    expect(refused.problem).toBe("400 mail_limit /data/attributes/package_ids");
    expect(refused.text).toContain("Someone in this household");
  });
});
