import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { mailNews } from "#server/upstream/mailing/mailing.ts";
import { mailMessages } from "#server/upstream/mailing/message-mails.ts";
import { secretsIn } from "#server/upstream/replies/mailed-tokens.ts";
import { createReplyAddresses } from "#server/upstream/replies/reply-addresses.ts";
import type { ObjectStore } from "#server/upstream/storage/object-store.ts";
import { createVault } from "#server/vault.ts";
import { proved, replies } from "#tests/support/mail-delivery.ts";
import { mailOfParts, plainMail } from "#tests/support/mails.ts";
import { accept, invite, newPortalClient } from "#tests/support/portal-service.ts";
import { replyAddress, startListener } from "#tests/support/reply-mails.ts";
import { createTestStore } from "#tests/support/test-store.ts";
import { publicOrigin, secrets } from "#tests/support/upstream-assembly.ts";
import type { TestPerson, TestWorkspace, UpstreamService } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const { store: objects, remove } = createTestStore();
afterAll(remove);
/** All that was ever stored, by key. */
const stored: { readonly key: string; readonly bytes: Uint8Array }[] = [];
const store: ObjectStore = {
  ...objects,
  put(key, mime, bytes) {
    stored.push({ key, bytes });
    return objects.put(key, mime, bytes);
  },
};
const test = newWorkspaceTest({ replies, store });
const soon = { timeout: 30_000, interval: 50 };

async function listen({ upstream }: UpstreamService) {
  if (upstream.mailbox === null) throw new Error("No mailbox");
  const listener = await startListener(upstream.mailbox);
  onTestFinished(() => listener.close());
  return listener;
}

/** Waits until no email of a client is left unread. */
async function settled({ database }: UpstreamService, clientId: string): Promise<string[]> {
  return vi.waitFor(async () => {
    const { rows } = await database.orm.execute<{ state: string; reason: string | null }>(
      sql`select state, reason from upstream.inbound_mails where client_id = ${clientId} order by inserted_at`,
    );
    const states = rows.map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`));
    expect(states).not.toContain("queued");
    expect(states).not.toEqual([]);
    return states;
  }, soon);
}

const messagesOf = async (person: TestPerson, clientId: string) =>
  (await person.get(`/messages?filter[client_id]=${clientId}`)).records.map(({ attributes }) => attributes);

const waitingOf = async (person: TestPerson, clientId: string) =>
  (await person.get(`/inbound_mails?filter[client_id]=${clientId}&filter[waiting]=true`)).records;

/** The address of a member, proved by what the mail server says. */
async function addressOf({ database }: UpstreamService, { accountId }: TestPerson): Promise<string> {
  const { rows } = await database.orm.execute<{ email: string }>(
    sql`select email::text from upstream.accounts where id = ${accountId}`,
  );
  return rows[0]?.email ?? "";
}

/** A client of the portal, with the address of their mails about messages. */
async function newCorrespondent(service: UpstreamService, workspace: TestWorkspace) {
  const { record, email, invitation } = await newPortalClient(service, workspace.owner, "Nora Lind");
  const { id: clientId } = record;
  const to = await replyAddress(service, { workspaceId: workspace.id, clientId, email });
  return { clientId, email, to, invitation };
}

test("a reply is one message of the thread, however often it is delivered", async ({ service, workspace, owner }) => {
  const { clientId, email, to } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const text = "Thursday at 3 works.\r\n\r\nOn Mon, Nov 2, 2026 at 9:15 AM Sam <s@reply.example> wrote:\r\n> Thursday?";
  const mail = plainMail({ from: `Nora <${email.toUpperCase()}>`, headers: [proved(email)], text });
  const answers = await Promise.all([deliver(mail, to), deliver(mail, to), deliver(mail, to)]);
  answers.push(await deliver(mail, to.toUpperCase()));
  await settled(service, clientId);
  answers.push(await deliver(mail, to));
  expect(answers.every((answer) => answer.startsWith("250 "))).toBe(true);
  expect([...(await settled(service, clientId))].sort()).toEqual(["added", ...Array(4).fill("ignored: duplicate")]);
  expect(await messagesOf(owner, clientId)).toMatchObject([
    {
      kind: "message",
      source: "email",
      body: "Thursday at 3 works.",
      author_name: "Nora Lind",
      is_from_client: true,
      is_verified: true,
    },
  ]);
  expect(await waitingOf(owner, clientId)).toEqual([]);
});

test("a member's reply is a message to the client", async ({ service, workspace, owner }) => {
  const { clientId } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const to = await replyAddress(service, { workspaceId: workspace.id, clientId, accountId: owner.accountId });
  const from = await addressOf(service, owner);
  await deliver(plainMail({ from, headers: [proved(from)], text: "See you there." }), to);
  expect(await settled(service, clientId)).toEqual(["added"]);
  expect(await messagesOf(owner, clientId)).toMatchObject([
    { body: "See you there.", is_from_client: false, author_account_id: owner.accountId, source: "email" },
  ]);
});

test("files of a reply are the client's documents, attached to the message; what there is no room for is named", async ({
  service,
  workspace,
  owner,
}) => {
  const { clientId, email, to } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const file = (name: string, body: Uint8Array) => ({
    headers: [
      "Content-Type: application/octet-stream",
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
    ],
    body,
  });
  const mail = mailOfParts(
    [
      { headers: ["Content-Type: text/plain"], body: "Our letter." },
      file("Letter.pdf", Buffer.from("%PDF-1.7\n%%EOF")),
      file("..\\evil\u202Egpj.exe", Buffer.from("MZ\x90\0", "latin1")),
      file("empty.txt", Buffer.alloc(0)),
      ...Array.from({ length: 20 }, (_, number) => file(`${number}.txt`, Buffer.from(`File ${number}`))),
    ],
    { headers: [proved(email)] },
  );
  const from = Buffer.from(mail.toString("latin1").replace("From: ana@mail.example", `From: ${email}`), "latin1");
  await deliver(from, to);
  expect(await settled(service, clientId)).toEqual(["added"]);
  const [message] = await messagesOf(owner, clientId);
  const attachments = z.array(z.object({ label: z.string(), mime: z.string() })).parse(message?.attachments);
  expect(attachments).toHaveLength(19);
  const mimes = new Map(attachments.map(({ label, mime }) => [label, mime]));
  expect(mimes.get("Letter.pdf")).toBe("application/pdf");
  expect(mimes.get("evilgpj.exe")).toBe("application/x-msdownload");
  expect(message?.body).toMatch(
    /^Our letter\.\n\n\[“empty\.txt” was not added\. The file is empty\.\]\n\[“1\d\.txt” was not added\./,
  );
  const documents = (await owner.get(`/documents?filter[client_id]=${clientId}`)).records;
  expect(documents.every(({ attributes }) => attributes.is_client_visible === true)).toBe(true);
});

test("a reply from elsewhere, or one that nobody vouches for, waits for the agent", async ({
  service,
  workspace,
  owner,
}) => {
  const { clientId, email, to } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  await deliver(
    plainMail({ id: "<a@x>", from: "nora@other.example", headers: [proved("nora@other.example")], text: "One" }),
    to,
  );
  await deliver(plainMail({ id: "<b@x>", from: email, text: "Two" }), to);
  await deliver(
    plainMail({ id: "<c@x>", from: `${email}, eve@x.example`, headers: [proved(email)], text: "Three" }),
    to,
  );
  await deliver(
    plainMail({
      id: "<d@x>",
      from: email,
      headers: [proved(email).replace("mx.example", "mx.evil.example")],
      text: "Four",
    }),
    to,
  );
  expect((await settled(service, clientId)).sort()).toEqual([
    "waiting: not_proved",
    "waiting: not_proved",
    "waiting: other_sender",
    "waiting: other_sender",
  ]);
  const messages = await messagesOf(owner, clientId);
  expect(messages.map(({ is_verified }) => is_verified)).toEqual([false, false, false, false]);
  const waiting = await waitingOf(owner, clientId);
  expect(waiting.map(({ attributes }) => attributes.from_address)).toContain("nora@other.example");

  const [accepted, dismissed] = waiting;
  const key = { headers: { "idempotency-key": crypto.randomUUID() } };
  expect((await owner.send("POST", `/inbound_mails/${accepted?.id}/acceptance`, key)).record.attributes.state).toBe(
    "added",
  );
  expect((await owner.send("POST", `/inbound_mails/${accepted?.id}/acceptance`, key)).status).toBe(200);
  expect((await owner.send("POST", `/inbound_mails/${dismissed?.id}/dismissal`)).record.attributes.state).toBe(
    "dismissed",
  );
  expect((await owner.send("POST", `/inbound_mails/${dismissed?.id}/acceptance`)).problem).toBe("403 forbidden");
  const after = await messagesOf(owner, clientId);
  expect(after.filter(({ is_verified }) => is_verified)).toMatchObject([{ body: accepted?.attributes.body }]);
  expect(after.filter(({ deleted_at }) => deleted_at !== null)).toMatchObject([{ body: "", is_verified: false }]);
});

test("the files of a reply that waits are added once it is accepted", async ({ service, workspace, owner }) => {
  const { clientId, to } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const headers = ["Content-Type: text/plain; name=Letter.txt", "Content-Disposition: attachment"];
  await deliver(mailOfParts([{ headers, body: "We would lend you money." }]), to);
  await settled(service, clientId);
  expect((await owner.get(`/documents?filter[client_id]=${clientId}`)).records).toEqual([]);
  const [mail] = await waitingOf(owner, clientId);
  expect(mail?.attributes).toMatchObject({
    attachment_names: ["Letter.txt"],
    body: "[Email without text. Attachments: Letter.txt]",
  });
  await owner.send("POST", `/inbound_mails/${mail?.id}/acceptance`);
  await vi.waitFor(async () => {
    expect(await messagesOf(owner, clientId)).toMatchObject([
      { is_verified: true, attachments: [{ label: "Letter.txt" }] },
    ]);
  }, soon);
});

test("a reply that may not be the member's is not in the thread before it is confirmed, and the member is told", async ({
  service,
  workspace,
  owner,
}) => {
  const { clientId } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const to = await replyAddress(service, { workspaceId: workspace.id, clientId, accountId: owner.accountId });
  const from = await addressOf(service, owner);
  const mail = plainMail({ from, text: "Send the money to me." });
  await deliver(mail, to);
  await deliver(mail, to);
  expect((await settled(service, clientId)).sort()).toEqual(["ignored: duplicate", "waiting: not_proved"]);
  expect(await messagesOf(owner, clientId)).toEqual([]);
  const [notice] = await service.mailer.recent(1, from);
  expect(notice).toMatchObject({ subject: "Confirm your reply to Nora Lind" });
  expect(notice?.text).toContain(`/messages/${clientId}`);
  expect(notice?.text).not.toContain("money");
  const [waiting] = await waitingOf(owner, clientId);
  expect(waiting?.attributes).toMatchObject({ is_of_staff: true, body: "Send the money to me." });
  await owner.send("POST", `/inbound_mails/${waiting?.id}/acceptance`);
  expect(await messagesOf(owner, clientId)).toMatchObject([
    { body: "Send the money to me.", is_from_client: false, author_account_id: owner.accountId },
  ]);
});

test("an email about messages names the address that its reply goes to", async ({ service, workspace, owner }) => {
  const { clientId, email } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  await owner.send("POST", "/messages", {
    type: "message",
    attributes: { clientId, body: "Shall we look on Friday?" },
  });
  const now = new Date(Date.now() + 6 * 60_000);
  const addresses = createReplyAddresses(replies.domain, secrets);
  const mailing = {
    database: service.database.orm,
    mailer: service.mailer,
    vault: createVault(secrets),
    publicOrigin,
    now,
  };
  await mailMessages({ ...mailing, addresses });
  const sent = async (address: string) => {
    const { rows } = await service.database.orm.execute<{ text: string; reply_to: string }>(
      sql`select text, reply_to from mail.outbox where recipient = ${address} and reply_to is not null`,
    );
    expect(rows).toHaveLength(1);
    return { text: rows[0]?.text ?? "", replyTo: rows[0]?.reply_to ?? "" };
  };
  const mail = await sent(email);
  // An email about several things names none.
  await service.database.orm.execute(
    sql`update upstream.notifications set read_at = now() where account_id = ${owner.accountId}`,
  );
  const quote = mail.text.replace(/^/gm, "> ");
  const answer = plainMail({ from: email, headers: [proved(email)], text: `Friday is fine.\r\n\r\n${quote}` });
  await deliver(answer, mail.replyTo);
  expect(await settled(service, clientId)).toEqual(["added"]);
  await mailNews({ ...mailing, addresses, now: new Date(Date.now() + 6 * 60_000) });
  const told = await sent(await addressOf(service, owner));
  const from = await addressOf(service, owner);
  await deliver(plainMail({ id: "<2@x>", from, headers: [proved(from)], text: "See you." }), told.replyTo);
  await settled(service, clientId);
  const bodies = (await messagesOf(owner, clientId)).map(({ body }) => body);
  expect(bodies).toEqual(["See you.", "Friday is fine.", "Shall we look on Friday?"]);
});

test("payment details of a member wait until they are confirmed", async ({ service, workspace, owner }) => {
  const { clientId } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const to = await replyAddress(service, { workspaceId: workspace.id, clientId, accountId: owner.accountId });
  const from = await addressOf(service, owner);
  const text = "Please wire the deposit to account number 12345678, routing 021000021.";
  await deliver(plainMail({ from, headers: [proved(from)], text }), to);
  expect(await settled(service, clientId)).toEqual(["waiting: payment_details"]);
  expect(await messagesOf(owner, clientId)).toEqual([]);
  const [mail] = await waitingOf(owner, clientId);
  await owner.send("POST", `/inbound_mails/${mail?.id}/acceptance`);
  const [message] = await messagesOf(owner, clientId);
  expect(message?.payment_warning).toContain("account");
});

test("a report that an email could not be delivered marks the person's own address, and no other", async ({
  service,
  workspace,
}) => {
  const { clientId, email, to } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const reportOn = (address: string) => {
    const status = `Final-Recipient: rfc822; ${address}\r\nAction: failed\r\nStatus: 5.1.1`;
    const parts = [
      { headers: ["Content-Type: text/plain"], body: "Sorry." },
      { headers: ["Content-Type: message/delivery-status"], body: `Reporting-MTA: dns; mx\r\n\r\n${status}` },
    ];
    return mailOfParts(parts, { kind: "report", headers: [] });
  };
  await deliver(reportOn("somebody@mail.example"), to, "");
  await deliver(reportOn(email.toUpperCase()), to, "");
  expect(await settled(service, clientId)).toEqual(["ignored: report", "ignored: report"]);
  const { rows } = await service.database.orm.execute(
    sql`select email_key from mail.bounced_addresses where email_key in (${email}, 'somebody@mail.example')`,
  );
  expect(rows).toEqual([{ email_key: email }]);
});

test("an old report without a part for machines marks the person's address, and is no message", async ({
  service,
  workspace,
  owner,
}) => {
  const { clientId, email, to } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const file = readFileSync(join(import.meta.dirname, "mails", "bounce-old-style.eml"), "utf8");
  await deliver(Buffer.from(file.replaceAll("{FROM}", email).replaceAll("{TO}", to)), to, "");
  expect(await settled(service, clientId)).toEqual(["ignored: report"]);
  const { rows } = await service.database.orm.execute(
    sql`select email_key from mail.bounced_addresses where email_key = ${email}`,
  );
  expect([rows, await messagesOf(owner, clientId)]).toEqual([[{ email_key: email }], []]);
});

test("of the email that was sent nothing stands in the answer, however it was quoted", async ({
  service,
  workspace,
  owner,
}) => {
  const { clientId, email } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  await owner.send("POST", "/messages", {
    type: "message",
    attributes: { clientId, body: "Shall we look on Friday?" },
  });
  const [mail] = await mailedAfter(service, 6, email);
  const [to, text, html] = [mail?.reply_to ?? "", mail?.text ?? "", mail?.html ?? ""];
  const line = `сб, 28 нояб. 2026 г. в 03:20, Latchkey <${to}>:`;
  const escaped = line.replace("<", "&lt;").replace(">", "&gt;");
  const answers = [
    `Да.\n${line}\n\n${text.replace(/^/gm, "> ")}`,
    `Да.    ${line}\n\n${text}`,
    `Да.\n\n${text}`,
    `<div>Да.</div><div class="gmail_quote"><div class="gmail_attr">${escaped}<br></div><blockquote class="gmail_quote">${html}</blockquote></div>`,
    `<div>Да.</div><div>${html}</div>`,
  ];
  for (const [place, body] of answers.entries()) {
    const headers = [`Content-Type: text/${body.startsWith("<") ? "html" : "plain"}; charset=utf-8`, proved(email)];
    const [head, ...lines] = [
      ...headers,
      `From: ${email}`,
      `Subject: Re: ${mail?.subject}`,
      `Message-ID: <${place}@q>`,
    ];
    await deliver(Buffer.from([head, ...lines, "", body].join("\r\n")), to);
  }
  await settled(service, clientId);
  const said = (await messagesOf(owner, clientId)).filter(({ is_from_client }) => is_from_client === true);
  expect(said.map(({ body }) => body)).toEqual(answers.map(() => "Да."));
  expect(JSON.stringify(said)).not.toContain(to.slice(6, 56));
});

test("what no person wrote is taken and left out, without an answer", async ({ service, workspace, owner }) => {
  const { clientId, email, to } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const empty = plainMail({ from: email, headers: [proved(email)], id: "<3@x>", text: "\r\n \r\n" });
  expect(await deliver(Buffer.from(empty.toString().replace("Re: The house", "")), to)).toMatch(/^250 /);
  await deliver(plainMail({ from: to, id: "<4@x>" }), to);
  const parts = Array.from({ length: 1_001 }, () => ({ headers: [], body: "x" }));
  await deliver(mailOfParts(parts), to);
  expect((await settled(service, clientId)).sort()).toEqual([
    "ignored: empty",
    "ignored: loop",
    "refused: too_many_parts",
  ]);
  expect(await messagesOf(owner, clientId)).toEqual([]);
});

test("what looks automatic waits for the agent, is no contact, and is a message once it is accepted", async ({
  service,
  workspace,
  owner,
}) => {
  const { clientId, email, to } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  const send = (id: string, header: string, sender?: string) =>
    deliver(
      plainMail({ from: email, id: `<${id}@x>`, headers: [proved(email), header], text: `${id} works.` }),
      to,
      sender,
    );
  await send("Monday", "Auto-Submitted: auto-replied");
  await send("Tuesday", "Precedence: bulk");
  await send("Friday", "List-ID: <family.groups.example>");
  await send("Sunday", "X-Other: no", "");
  expect((await settled(service, clientId)).sort()).toEqual([
    "waiting: bulk",
    "waiting: list",
    "waiting: no_return",
    "waiting: says_automatic",
  ]);
  expect(await messagesOf(owner, clientId)).toEqual([]);
  const friday = (await waitingOf(owner, clientId)).find(({ attributes }) => attributes.doubt === "list");
  await owner.send("POST", `/inbound_mails/${friday?.id}/acceptance`);
  expect(await messagesOf(owner, clientId)).toMatchObject([
    { body: "Friday works.", is_from_client: true, is_verified: true, author_name: "Nora Lind" },
  ]);
});

/** Mails what waits, some minutes from now; gives the texts of those that went to an address since. */
async function mailedAfter({ database, mailer }: UpstreamService, minutes: number, address: string) {
  const orm = database.orm;
  const before = await orm.$count(sql`mail.outbox`);
  const addresses = createReplyAddresses(replies.domain, secrets);
  const now = new Date(Date.now() + minutes * 60_000);
  await mailMessages({ database: orm, mailer, vault: createVault(secrets), publicOrigin, addresses, now });
  const { rows } = await orm.execute<{ subject: string; text: string; html: string | null; reply_to: string }>(sql`
    select subject, text, html, reply_to from mail.outbox where recipient = ${address} and reply_to is not null order by inserted_at, id`);
  expect(before).toBeGreaterThan(0);
  return rows;
}

test("whoever answers by email alone is mailed each time", async ({ service, workspace, owner }) => {
  const { clientId, email } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  for (let turn = 1; turn <= 5; turn += 1) {
    await owner.send("POST", "/messages", { type: "message", attributes: { clientId, body: `Question ${turn}?` } });
    const mails = await mailedAfter(service, 6, email);
    expect(mails).toHaveLength(turn);
    const { reply_to: to = "" } = mails.at(-1) ?? {};
    await deliver(plainMail({ id: `<${turn}@x>`, from: email, headers: [proved(email)], text: `Answer ${turn}.` }), to);
    await settled(service, clientId);
  }
  expect(await messagesOf(owner, clientId)).toHaveLength(10);
});

test("a link that signs in is in no thread; it goes on working, unless somebody else may have written", async ({
  service,
  workspace,
  owner,
}) => {
  const { clientId, email } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  await owner.send("POST", "/messages", {
    type: "message",
    attributes: { clientId, body: "Shall we look on Friday?" },
  });
  const [mail] = await mailedAfter(service, 6, email);
  const [, token = ""] = /\/client-portal\/sign-in\/([\w-]{43})/.exec(mail?.text ?? "") ?? [];
  const isLive = async () => {
    const asked = { type: "portal_link_check", attributes: { purpose: "sign_in", token } };
    return (await service.send("POST", "/portal/link_checks", asked)).record.attributes.is_live;
  };
  const wrapped = (words: string) =>
    `${words}\r\n\r\nOn Mon, Nov 2, 2026 at 9:15 AM Sam <s@x.example> wrote:\r\nhttps://a.safelinks.example/?url=${encodeURIComponent(
      encodeURIComponent(`/sign-in/${token}`).replaceAll("-", "%2D"),
    )}`;
  const send = (id: string, headers: readonly string[], words: string) =>
    deliver(plainMail({ id: `<${id}@x>`, from: email, headers, text: wrapped(words) }), mail?.reply_to ?? "");
  await send("1", [proved(email)], `My link: /sign-in/${token}`);
  await settled(service, clientId);
  expect(await isLive()).toBe(true);
  await send("2", [], "Is it me?");
  await settled(service, clientId);
  expect(await isLive()).toBe(false);
  const said = JSON.stringify([await messagesOf(owner, clientId), await waitingOf(owner, clientId)]);
  expect(said).toContain("safelinks.example");
  for (const piece of [token, token.slice(0, 21), token.slice(-21)]) expect(said).not.toContain(piece);
});

test("nothing that is stored of an email holds a link that signs in, however it was written", async ({
  service,
  workspace,
  owner,
}) => {
  const { clientId, email } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  await owner.send("POST", "/messages", { type: "message", attributes: { clientId, body: "Which day?" } });
  const [mail] = await mailedAfter(service, 6, email);
  const [url = "", token = ""] = /https?:\S*\/client-portal\/sign-in\/([\w-]{43})/.exec(mail?.text ?? "") ?? [];
  const encoded = encodeURIComponent(url).replaceAll("-", "%2D").replaceAll("_", "%5F");
  const written = [
    `Tuesday. ${url}`,
    `https://a.safelinks.example/?url=${encoded}`,
    `https://urldefense.example/v2/url?u=${url.replace(/[^A-Za-z0-9./]/g, (sign) => `-${sign.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll("/", "_")}`,
    `https://filter.example/${Buffer.from(url).toString("base64url")}`,
  ].join("\r\n");
  const soft = written.replaceAll("=", "=3D").replace(/.{30}/g, "$&=\r\n");
  const quoted = ["Content-Type: text/html", "Content-Transfer-Encoding: quoted-printable"];
  const raw = mailOfParts(
    [
      { headers: ["Content-Type: text/plain"], body: Buffer.from(written) },
      { headers: quoted, body: `<p>${soft}` },
      { headers: ["Content-Type: message/rfc822"], body: plainMail({ text: written }).toString() },
      { headers: ["Content-Type: message/rfc822"], body: mailOfParts([{ headers: quoted, body: soft }]) },
      { headers: ["Content-Type: application/octet-stream; name=a.eml"], body: plainMail({ text: soft }) },
    ],
    { headers: [`X-Link: ${url}`] },
  ).toString("latin1");
  const send = (id: string, proof: readonly string[]) =>
    deliver(
      Buffer.from(
        [...proof, raw.replace("From: ana@mail.example", `From: ${email}`).replace("<2@", `<${id}@`)].join("\r\n"),
        "latin1",
      ),
      mail?.reply_to ?? "",
    );
  const isLive = async () => {
    const asked = { type: "portal_link_check", attributes: { purpose: "sign_in", token } };
    return (await service.send("POST", "/portal/link_checks", asked)).record.attributes.is_live;
  };
  expect([await send("proved", [proved(email)]), await settled(service, clientId)]).toEqual([
    expect.stringMatching(/^250 /),
    ["added"],
  ]);
  expect(await isLive()).toBe(true);
  await send("another", []);
  expect(await settled(service, clientId)).toEqual(["added", "waiting: not_proved"]);
  expect(await isLive()).toBe(false);
  const [waiting] = await waitingOf(owner, clientId);
  await owner.send("POST", `/inbound_mails/${waiting?.id}/acceptance`);
  await vi.waitFor(async () => {
    const files = (await messagesOf(owner, clientId)).map(({ attachments }) => attachments);
    expect(files.map((list) => (Array.isArray(list) ? list.length : 0))).toEqual([3, 3, 0]);
  }, soon);
  const mine = stored.filter(({ key }) => key.startsWith(workspace.id)).map(({ bytes }) => Buffer.from(bytes));
  expect(mine.length).toBeGreaterThan(7);
  const left = mine.map((bytes) => bytes.toString("latin1")).filter((text) => secretsIn(text).tokens.has(token));
  expect(left).toEqual([]);
});

test("an address takes no replies once its person may not write in the thread any more", async ({
  service,
  workspace,
  owner,
}) => {
  const { deliver } = await listen(service);
  const revoked = await newCorrespondent(service, workspace);
  await owner.send("POST", `/portal_invitations/${revoked.invitation.id}/revocation`);
  const archived = await newCorrespondent(service, workspace);
  await owner.send("POST", `/clients/${archived.clientId}/archival`);
  const { clientId } = await newCorrespondent(service, workspace);
  const others = await Promise.all(
    [await workspace.join("instructor"), await workspace.join("member"), (await service.newWorkspace()).owner].map(
      ({ accountId }) => replyAddress(service, { workspaceId: workspace.id, clientId, accountId }),
    ),
  );
  const household = await replyAddress(service, { workspaceId: workspace.id, clientId, email: "nobody@mail.example" });
  for (const to of [revoked.to, archived.to, household, ...others])
    expect(await deliver(plainMail(), to)).toMatch(/^550 /);
});

test("each person of a household has a reply address of their own, which ends when they leave the household", async ({
  service,
  workspace,
  owner,
}) => {
  const { deliver } = await listen(service);
  const { clientId, email, to } = await newCorrespondent(service, workspace);
  const theo = `theo-${email}`;
  const attributes = { clientId, name: "Theo Lind", email: theo };
  const person = (await owner.send("POST", "/client_people", { type: "client_person", attributes })).record;
  const address = await replyAddress(service, { workspaceId: workspace.id, clientId, email: theo });
  // Nobody writes before they have accepted the invitation.
  expect(await deliver(plainMail({ from: theo, headers: [proved(theo)] }), address)).toMatch(/^550 /);
  await invite(owner, clientId, theo);
  await accept(service, theo);
  const send = (from: string, at: string, id: string) =>
    deliver(plainMail({ id: `<${id}@x>`, from, headers: [proved(from)], text: `${id} writes.` }), at);
  expect([await send(theo, address, "theo"), await send(theo, to, "crossed")]).toEqual([
    expect.stringMatching(/^250 /),
    expect.stringMatching(/^250 /),
  ]);
  expect((await settled(service, clientId)).sort()).toEqual(["added", "waiting: other_sender"]);
  const messages = await messagesOf(owner, clientId);
  expect(messages.map(({ author_name, is_verified, body }) => [author_name, is_verified, body]).toSorted()).toEqual([
    ["Nora Lind", false, "crossed writes."],
    ["Theo Lind", true, "theo writes."],
  ]);
  await owner.send("DELETE", `/client_people/${person.id}`);
  expect(await send(theo, address, "gone")).toMatch(/^550 /);
  expect(await send(email, to, "nora")).toMatch(/^250 /);
});

test("of one address in two households a reply reaches the thread that its reply address names", async ({
  service,
  workspace,
  owner,
}) => {
  const { clientId: hers, email, to: toHers } = await newCorrespondent(service, workspace);
  const { id: his } = await owner.newClient({ name: "Erik Lind", email });
  await invite(owner, his);
  await accept(service, email);
  const toHis = await replyAddress(service, { workspaceId: workspace.id, clientId: his, email });
  expect(toHis).not.toBe(toHers);
  const { deliver } = await listen(service);
  const from = `Nora <${email}>`;
  const forHim = plainMail({ from, headers: [proved(email)], text: "Our ceiling is 900k." });
  const forHer = plainMail({ from, headers: [proved(email)], text: "Mine is 400k." });
  await deliver(forHim, toHis);
  await deliver(forHer, toHers);
  expect([await settled(service, his), await settled(service, hers)]).toEqual([["added"], ["added"]]);
  expect(await messagesOf(owner, his)).toMatchObject([{ body: "Our ceiling is 900k.", author_name: "Erik Lind" }]);
  expect(await messagesOf(owner, hers)).toMatchObject([{ body: "Mine is 400k.", author_name: "Nora Lind" }]);
  // Revoked from one, they still write to the other.
  const [invitation] = (await owner.get(`/portal_invitations?filter[client_id]=${his}`)).records;
  await owner.send("POST", `/portal_invitations/${invitation?.id}/revocation`);
  expect(
    await deliver(plainMail({ from, headers: [proved(email)], text: "And mine?", id: "<2@mail.example>" }), toHis),
  ).not.toMatch(/^250 /);
  await deliver(plainMail({ from, headers: [proved(email)], text: "Still here.", id: "<3@mail.example>" }), toHers);
  expect(await settled(service, hers)).toEqual(["added", "added"]);
  expect(await messagesOf(owner, his)).toHaveLength(1);
});

test("whoever may not message a client decides about no reply, and others do not see it", async ({
  service,
  workspace,
}) => {
  const { clientId, to } = await newCorrespondent(service, workspace);
  const { deliver } = await listen(service);
  await deliver(plainMail(), to);
  await settled(service, clientId);
  const [mail] = await waitingOf(workspace.owner, clientId);
  const instructor = await workspace.join("instructor");
  expect((await instructor.send("POST", `/inbound_mails/${mail?.id}/acceptance`)).problem).toBe("403 forbidden");
  for (const stranger of [await workspace.join("member"), (await service.newWorkspace()).owner]) {
    expect((await stranger.get(`/inbound_mails/${mail?.id}`)).status).toBe(404);
    expect((await stranger.send("POST", `/inbound_mails/${mail?.id}/dismissal`)).status).toBe(404);
    expect(await waitingOf(stranger, clientId)).toEqual([]);
  }
});
