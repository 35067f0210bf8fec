import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Database } from "#server/database/database.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { createMailer, type Mailer } from "#server/mail/mailer.ts";
import { plainReason } from "#server/mail/plain-reason.ts";
import { databaseKinds, openTestDatabase } from "#tests/support/databases.ts";
import { type SmtpSink, startSmtpSink } from "#tests/support/smtp-sink.ts";

const logged: string[] = [];
const log = pino({ level: "info" }, { write: (line) => logged.push(line) });
const from = "Latchkey <mail@latchkey.test>";
let count = 0;
const newMail = () => {
  count += 1;
  return { to: `maya${count}@agency.example`, subject: "Grüße", text: "Hello Maya,\n\n.a dot\n", html: "<p>Hello</p>" };
};

interface OutboxRow {
  readonly state: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly attempts: number;
  readonly last_error: string | null;
}

async function rowOf(database: Database, id: string): Promise<OutboxRow | undefined> {
  const { rows } = await database.pool.query<OutboxRow>("SELECT * FROM mail.outbox WHERE id = $1", [id]);
  return rows[0];
}

describe.each(databaseKinds)("on $name", (kind) => {
  let database: Database;
  let jobs: Jobs;
  const newJobs = () => createJobs({ pool: database.pool, log });
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    jobs = newJobs();
  }, 60_000);
  afterAll(async () => {
    await jobs.close();
    await database.close();
  });

  describe("without a mail server", () => {
    let mailer: Mailer;
    beforeAll(async () => {
      mailer = await createMailer({ database, jobs, from, log });
    });
    afterAll(() => mailer.close());

    test("emails are kept and listed, newest first, up to the limit", async () => {
      const [first, second] = [newMail(), newMail()];
      await mailer.send(first);
      await mailer.send(second);
      const [newest, ...others] = await mailer.recent(2);
      expect(newest).toMatchObject({ to: second.to, subject: "Grüße", text: second.text });
      expect(newest?.sentAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
      expect(others).toHaveLength(1);
      expect(others[0]?.to).toBe(first.to);
    });

    test("a rolled-back transaction leaves no email", async () => {
      const mail = newMail();
      const undone = database.orm.transaction(async (transaction) => {
        await mailer.send(mail, { within: transaction });
        throw new Error("undo");
      });
      await expect(undone).rejects.toThrow("undo");
      expect((await mailer.recent(50)).map(({ to }) => to)).not.toContain(mail.to);
    });

    test("a withheld email is stored and never listed", async () => {
      const mail = newMail();
      const id = await mailer.send(mail, { withheld: true });
      expect(await rowOf(database, id)).toMatchObject({ state: "withheld" });
      expect((await mailer.recent(50)).map(({ to }) => to)).not.toContain(mail.to);
    });
  });

  describe("with a mail server", () => {
    let sink: SmtpSink;
    let mailer: Mailer;
    const soon = { timeout: 30_000, interval: 50 };
    beforeAll(async () => {
      sink = await startSmtpSink();
      mailer = await createMailer({ database, jobs, smtpUrl: sink.url, from, log });
    }, 60_000);
    afterAll(async () => {
      await mailer.close();
      await sink.close();
    });
    const received = (to: string) => sink.mails.filter(({ recipients }) => recipients.includes(to));

    test("an email is delivered once, and its text is deleted", async () => {
      const mail = newMail();
      const id = await database.orm.transaction((transaction) => mailer.send(mail, { within: transaction }));
      await vi.waitFor(async () => expect(await rowOf(database, id)).toMatchObject({ state: "sent" }), soon);
      expect(await rowOf(database, id)).toMatchObject({ text: null, html: null });
      const [arrived, ...more] = received(mail.to);
      expect(more).toEqual([]);
      expect(arrived).toMatchObject({ from: "mail@latchkey.test", recipients: [mail.to] });
      expect(arrived?.source).toContain(`Message-ID: <${id}@latchkey.test>`);
      expect(arrived?.source).toMatch(/^Subject: =\?UTF-8\?/m);
      expect(arrived?.source).toMatch(/^Auto-Submitted: auto-generated$/m);
      expect(arrived?.source).toContain("Hello Maya,\n\n.a dot\n");
      expect(arrived?.source).toContain("<p>Hello</p>");
      expect((await mailer.recent(50)).map(({ to }) => to)).not.toContain(mail.to);
    });

    test("of the last email to somebody nothing stays once it is sent or given up, not even to whom it went", async () => {
      for (const state of ["sent", "failed"] as const) {
        if (state === "failed") sink.refuseNext("550 5.1.1 no such person");
        const id = await mailer.send({ ...newMail(), isForgotten: true });
        await vi.waitFor(async () => expect(await rowOf(database, id)).toMatchObject({ state }), soon);
        const empty = { recipient: "", subject: "", text: null, html: null, last_error: null };
        expect(await rowOf(database, id)).toMatchObject(empty);
      }
    });

    test("a subject with line ends cannot add a header", async () => {
      const mail = { ...newMail(), subject: "Hello\r\nBcc: eve@evil.example\r\n\r\nBody" };
      await mailer.send(mail);
      await vi.waitFor(() => expect(received(mail.to)).toHaveLength(1), soon);
      const [arrived] = received(mail.to);
      expect(arrived?.recipients).toEqual([mail.to]);
      expect(arrived?.source).not.toMatch(/^Bcc:/im);
      expect(arrived?.source).toMatch(/^Subject: Hello Bcc: eve@evil.example Body$/m);
    });

    test("a busy mail server is tried again later", async () => {
      sink.refuseNext("451 4.3.0 try later");
      const mail = newMail();
      const id = await mailer.send(mail);
      await vi.waitFor(async () => expect(await rowOf(database, id)).toMatchObject({ attempts: 1 }), soon);
      expect(await rowOf(database, id)).toMatchObject({ state: "queued", text: mail.text });
      // Sooner than the queue's patience would: this test has none.
      await database.pool.query("UPDATE jobs.job SET start_after = now() WHERE singleton_key = $1", [id]);
      await vi.waitFor(async () => expect(await rowOf(database, id)).toMatchObject({ state: "sent" }), soon);
      expect(received(mail.to)).toHaveLength(1);
      // Being put off is ordinary: one warning, and nothing that looks like a fault.
      const lines = logged.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
      expect(lines.filter(({ mail: about }) => about === id)).toMatchObject([{ level: 40, msg: "Mail not sent yet." }]);
      expect(lines.filter(({ msg }) => msg === "A background job failed")).toEqual([]);
    });

    test("one that waits is told to its workspace, with the next try, and goes out at once when asked to", async () => {
      const [workspaceId, clientId] = [randomUUID(), randomUUID()];
      const ofClient = { workspaceId, clientId };
      const waiting = () => mailer.waiting.list(database.orm, { workspaceId });
      sink.refuseNext("451 4.3.0 try later, maya:secret", "451 4.3.0 try later");
      const mail = { ...newMail(), about: { ...ofClient, messageNumber: 7 } };
      await mailer.send(mail);
      await vi.waitFor(
        async () => expect((await waiting())[0]?.nextTryAt?.getTime()).toBeGreaterThan(Date.now()),
        soon,
      );
      const reason = "The mail server asked to try again later.";
      expect(await waiting()).toMatchObject([{ to: mail.to, subject: "Grüße", reason, messageNumber: 7 }]);
      expect(await mailer.waiting.list(database.orm, ofClient)).toHaveLength(1);
      for (const holder of [{ workspaceId: randomUUID() }, { workspaceId, clientId: randomUUID() }]) {
        expect(await mailer.waiting.list(database.orm, holder)).toEqual([]);
        expect(await mailer.waiting.count(database.orm, holder)).toBe(0);
      }
      const hurry = () => database.orm.transaction((transaction) => mailer.waiting.hurry(transaction, { workspaceId }));
      const before = sink.tries;
      expect(await hurry()).toBe(1);
      await vi.waitFor(() => expect(sink.tries).toBe(before + 1), soon);
      await vi.waitFor(async () => expect((await waiting())[0]?.nextTryAt).not.toBeNull(), soon);
      expect(await Promise.all([hurry(), hurry(), hurry()])).toContain(1);
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), soon);
      expect(received(mail.to)).toHaveLength(1);
      expect(await hurry()).toBe(0);
    });

    test("asking for a try again and again does not give an email up", async () => {
      const workspaceId = randomUUID();
      const mail = { ...newMail(), about: { workspaceId } };
      const id = await mailer.send(mail);
      await vi.waitFor(async () => expect(await rowOf(database, id)).toMatchObject({ state: "sent" }), soon);
      await database.pool.query(
        "UPDATE mail.outbox SET state = 'queued', text = 'Hello', attempts = 10 WHERE id = $1",
        [id],
      );
      // The job is gone with the email that went out, as after a fault: another one takes its place.
      sink.refuseNext("451 4.3.0 try later");
      await database.orm.transaction((transaction) => mailer.waiting.hurry(transaction, { workspaceId }));
      await vi.waitFor(
        async () => expect(await rowOf(database, id)).toMatchObject({ state: "queued", attempts: 2 }),
        soon,
      );
    });

    test("an email refused for good is given up at once", async () => {
      const mail = newMail();
      const [local] = mail.to.split("@");
      sink.refuseNext(`550 5.1.1 <${mail.to}>: no "${local}" here`);
      const before = sink.tries;
      const id = await mailer.send(mail);
      await vi.waitFor(async () => expect(await rowOf(database, id)).toMatchObject({ state: "failed" }), soon);
      expect(await rowOf(database, id)).toMatchObject({ text: null, html: null, attempts: 1 });
      expect((await rowOf(database, id))?.last_error).toContain("550");
      expect(sink.tries).toBe(before + 1);
      const lineOf = () => logged.find((line) => line.includes(id)) ?? "";
      await vi.waitFor(() => expect(lineOf()).toContain("Mail given up."), soon);
      expect(lineOf()).toMatch(/EENVELOPE .*550 5\.1\.1 \[address\] no \[address\] here/);
      expect(logged.join()).not.toContain(local);
    });

    test("an address that takes no emails is told of, and neither a rule of the mail server nor a full mailbox is", async () => {
      const bounced: string[] = [];
      mailer.onBounce(async (_, to, reason) => void bounced.push(`${to}: ${reason}`));
      const refused = async (answer: string) => {
        sink.refuseNext(answer);
        const mail = newMail();
        const id = await mailer.send(mail);
        await vi.waitFor(async () => expect(await rowOf(database, id)).toMatchObject({ state: "failed" }), soon);
        return mail.to;
      };
      await refused("554 5.7.1 we take nothing from you");
      await refused("552 5.2.2 mailbox full");
      const to = await refused("550 5.1.1 no such person");
      expect(bounced).toEqual([expect.stringMatching(new RegExp(`^${to}: .*no such person`))]);
    });

    test("an address that the mail server cannot write to says so at once; what it can is sent", async () => {
      const bounced: string[] = [];
      mailer.onBounce(async (_, to, reason) => void bounced.push(`${to}: ${plainReason(reason)}`));
      const settled = async (to: string, state: string) => {
        const id = await mailer.send({ ...newMail(), to });
        await vi.waitFor(async () => expect(await rowOf(database, id)).toMatchObject({ state }), soon);
      };
      await settled("josé@client.example", "sent");
      sink.isInternational = false;
      await settled("zoë@client.example", "failed");
      await settled("ida@müller.example", "sent");
      sink.isInternational = true;
      expect(received("josé@client.example")).toHaveLength(1);
      expect(received("ida@xn--mller-kva.example")).toHaveLength(1);
      expect(received("zoë@client.example")).toEqual([]);
      const reason = "A mail server on the way only takes addresses whose letters before the @ are A to Z.";
      expect(bounced).toEqual([`zoë@client.example: ${reason}`]);
    });

    test("an email says where its kind is ended by one POST, where answers go, and whose it is", async () => {
      const plain = newMail();
      const mail = {
        ...newMail(),
        unsubscribeUrl: "https://latchkey.test/mails/abc",
        replyTo: "thread@reply.test",
        senderName: "Harbour Homes",
      };
      await mailer.send(plain);
      await mailer.send(mail);
      await vi.waitFor(() => expect([...received(plain.to), ...received(mail.to)]).toHaveLength(2), soon);
      const source = received(mail.to)[0]?.source;
      expect(source).toMatch(/^List-Unsubscribe: <https:\/\/latchkey.test\/mails\/abc>$/m);
      expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
      expect(source).toMatch(/^From: Harbour Homes <[^<>@\s]+@[^<>@\s]+>$/m);
      expect(source).toMatch(/^Reply-To: thread@reply.test$/m);
      // Reports that it could not be delivered go where replies go.
      expect(received(mail.to)[0]?.from).toBe("thread@reply.test");
      expect(received(plain.to)[0]?.source).not.toMatch(/^(List-Unsubscribe|Reply-To)/m);
    });

    test("an email whose link has expired is not delivered", async () => {
      const mail = { ...newMail(), usefulUntil: new Date(Date.now() - 1000) };
      const id = await mailer.send(mail);
      await vi.waitFor(async () => expect(await rowOf(database, id)).toMatchObject({ state: "failed" }), soon);
      expect(received(mail.to)).toEqual([]);
    });

    test("a withheld email goes through the queue and is not delivered", async () => {
      const mail = newMail();
      const id = await mailer.send(mail, { withheld: true });
      await vi.waitFor(async () => expect(await rowOf(database, id)).toBeUndefined(), soon);
      expect(received(mail.to)).toEqual([]);
    });

    test("another server delivers a queued email once after a restart", async () => {
      const others = newJobs();
      const other = await createMailer({ database, jobs: others, smtpUrl: sink.url, from, log });
      const mails = Array.from({ length: 10 }, newMail);
      await Promise.all(mails.map((mail, index) => (index % 2 ? mailer : other).send(mail)));
      await others.close();
      await other.close();
      await vi.waitFor(() => expect(mails.map(({ to }) => received(to).length)).toEqual(mails.map(() => 1)), soon);
    });
  });
});
