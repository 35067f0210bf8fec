import { pino } from "pino";
import { describe, expect } from "vitest";
import type { Database } from "#server/database/database.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createMailer, type Mailer } from "#server/mail/mailer.ts";
import { digestDay, digestQueue, enqueueDigests, sendDigests } from "#server/upstream/mailing/digest.ts";
import { notify } from "#server/upstream/notifications/notify.ts";
import { createVault } from "#server/vault.ts";
import type { TestPerson, TestWorkspace } from "#tests/support/upstream-service.ts";
import { upstreamTest } from "#tests/support/upstream-test.ts";
import { created } from "../opportunities/deals.ts";

const sevenInTheMorning = new Date("2026-03-09T11:00:00Z");
const test = upstreamTest({ clock: () => sevenInTheMorning });

test.each([
  ["America/New_York", "2026-03-02T11:59:59Z", null],
  ["America/New_York", "2026-03-02T12:00:00Z", "2026-03-02"],
  ["America/New_York", "2026-03-02T16:59:59Z", "2026-03-02"],
  ["America/New_York", "2026-03-02T17:00:00Z", null],
  // On the day on which the clocks go forward seven o'clock comes an hour sooner, and an hour later when they go back.
  ["America/New_York", "2026-03-08T10:59:59Z", null],
  ["America/New_York", "2026-03-08T11:00:00Z", "2026-03-08"],
  ["America/New_York", "2026-11-01T11:59:59Z", null],
  ["America/New_York", "2026-11-01T12:00:00Z", "2026-11-01"],
  // It is another day there than in London.
  ["Pacific/Kiritimati", "2026-03-01T17:00:00Z", "2026-03-02"],
  ["Pacific/Pago_Pago", "2026-03-02T18:00:00Z", "2026-03-02"],
  ["Asia/Kathmandu", "2026-03-02T01:14:59Z", null],
  ["Asia/Kathmandu", "2026-03-02T01:15:00Z", "2026-03-02"],
])("in %s at %s it is time for the digest of %s", (timeZone, moment, day) => {
  expect(digestDay(timeZone, new Date(moment))).toBe(day);
});

describe("mails", () => {
  const publicOrigin = "http://latchkey.test";
  const vault = createVault(["a secret of at least 32 characters"]);
  let database: Database;
  let mailer: Mailer;
  let workspace: TestWorkspace;
  let owner: TestPerson;

  test.beforeAll(async ({ service }) => {
    database = service.database;
    const log = pino({ level: "silent" });
    mailer = await createMailer({ database, jobs: service.jobs, from: "Latchkey <mail@latchkey.test>", log });
  });
  test.afterAll(async () => {
    await mailer.close();
  });
  test.beforeEach(async ({ service }) => {
    workspace = await service.newWorkspace();
    owner = workspace.owner;
  });

  const add = async (attributes: object) => created(await owner.send("POST", "/tasks", { type: "task", attributes }));
  const send = (now = sevenInTheMorning) =>
    sendDigests({ database: database.orm, mailer, publicOrigin, vault, addresses: null, now }, workspace.id);
  async function mailsTo(person: TestPerson) {
    const { rows } = await database.pool.query("SELECT email FROM upstream.accounts WHERE id = $1", [person.accountId]);
    return (await mailer.recent(200)).filter(({ to }) => to === rows[0].email);
  }

  test("everybody gets their own, those due first first; who has nothing due gets none", async () => {
    const [colleague, idle] = [await workspace.join("member"), await workspace.join("manager")];
    await add({ title: "today's", dueOn: "2026-03-09" });
    await add({ title: "yesterday's", dueOn: "2026-03-08" });
    await add({ title: "last year's", dueOn: "2025-12-31" });
    await add({ title: "tomorrow's", dueOn: "2026-03-10" });
    await add({ title: "some day", dueOn: null });
    const done = await add({ title: "done", dueOn: "2026-03-09" });
    await owner.send("POST", `/tasks/${done.id}/completion`);
    await add({ title: "the colleague's", dueOn: "2026-03-09", assigneeAccountId: colleague.accountId });
    await add({ title: "nobody's", dueOn: "2026-03-09", assigneeAccountId: null });
    await send();
    const [mail, ...more] = await mailsTo(owner);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("3 tasks in Harbour Homes: 1 due today, 2 overdue");
    expect(mail?.text).toContain("• last year's (due Dec 31, 2025)\n\n• yesterday's (due Mar 8)\n\n• today's\n");
    expect(mail?.text).toContain("http://latchkey.test/tasks/");
    expect(mail?.text).not.toMatch(/tomorrow|some day|done|colleague|nobody/);
    expect((await mailsTo(colleague)).map(({ subject }) => subject)).toEqual(["1 task in Harbour Homes: 1 due today"]);
    expect(await mailsTo(idle)).toEqual([]);
  });

  test("of very many it names the first and counts the others", async () => {
    for (let number = 1; number <= 18; number += 1) await add({ title: `task ${number}.`, dueOn: "2026-03-09" });
    await send();
    const [mail] = await mailsTo(owner);
    expect(mail?.text).toContain("• task 15.\n\nAnd 3 more.");
  });

  test("once a day, however often and by however many it is sent, and again on the next", async () => {
    await add({ title: "today's", dueOn: "2026-03-09" });
    await Promise.all([send(), send(), send()]);
    await send(new Date("2026-03-09T15:59:59Z"));
    expect(await mailsTo(owner)).toHaveLength(1);
    await send(new Date("2026-03-10T10:59:59Z"));
    expect(await mailsTo(owner)).toHaveLength(1);
    await send(new Date("2026-03-10T11:00:00Z"));
    expect(await mailsTo(owner)).toHaveLength(2);
  });

  describe("with what happened", () => {
    const choose = (attributes: object) =>
      owner.send("PATCH", "/mail_choices", { type: "mail_choices", attributes: { ...none, ...attributes } });
    const none = {
      messages: "none",
      clients: "none",
      openings: "none",
      deals: "none",
      documents: "none",
      tasks: "none",
    };
    /** Tells the owner of a message, at a moment. */
    async function tell(words: string, at = "2026-03-09T08:00:00Z") {
      const { id } = await owner.newClient({ name: "Maya Lind" });
      await notify(database.orm, {
        ...{ kind: "message_received", workspaceId: workspace.id, accounts: [owner.accountId], clientId: id },
        ...{ actorName: "Maya Lind", subject: { type: "client", id, name: words } },
      });
      await database.pool.query(
        "UPDATE upstream.notifications SET inserted_at = $2, unread_since = $2 WHERE client_id = $1",
        [id, at],
      );
    }

    test("is one email: the tasks that are due, then the notifications, in text and HTML", async () => {
      await choose({ tasks: "daily", messages: "daily" });
      await add({ title: "Call the lender", dueOn: "2026-03-09" });
      await tell("Is the roof <new>?");
      await send();
      const [mail, ...more] = await mailsTo(owner);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe("1 task and 1 notification in Harbour Homes");
      const { rows } = await database.pool.query("SELECT text, html FROM mail.outbox WHERE id = $1", [mail?.id]);
      const tasks = /Your tasks in Harbour Homes: 1 due today\.[\s\S]*Call the lender[\s\S]*latchkey\.test\/tasks\//;
      const news = /What happened in Harbour Homes[\s\S]*Maya Lind sent a message[\s\S]*latchkey\.test\/notifications/;
      for (const part of [rows[0].text, rows[0].html]) {
        expect(part).toMatch(new RegExp(`${tasks.source}[\\s\\S]*${news.source}`));
        expect(part).toContain("http://latchkey.test/settings/notifications");
      }
      expect(rows[0].text).toContain("Is the roof <new>?");
      expect(rows[0].html).toContain("Is the roof &#60;new&#62;?");
    });

    test("has the part alone that is wanted, or that there is something for", async () => {
      await choose({ tasks: "daily", messages: "none" });
      await tell("Nobody mails this.");
      await send();
      expect(await mailsTo(owner)).toEqual([]);
      await choose({ messages: "daily" });
      await add({ title: "Call the lender", dueOn: "2026-03-09" });
      await tell("Hello", "2026-03-10T08:00:00Z");
      await send(new Date("2026-03-10T11:00:00Z"));
      await choose({ tasks: "daily" });
      await tell("Nobody mails this either.", "2026-03-11T08:00:00Z");
      await send(new Date("2026-03-11T11:00:00Z"));
      expect((await mailsTo(owner)).map(({ subject }) => subject)).toEqual([
        "1 task in Harbour Homes: 1 overdue",
        "2 notifications in Harbour Homes",
      ]);
    });

    test("has what came minutes before it, and what came just before the last one", async () => {
      await choose({ messages: "daily" });
      await tell("Minutes before", "2026-03-09T10:58:00Z");
      await send(new Date("2026-03-09T11:00:00Z"));
      await tell("While it was written", "2026-03-09T10:59:59Z");
      await send(new Date("2026-03-10T11:02:00Z"));
      expect((await mailsTo(owner)).map(({ text }) => /Minutes before|While it was written/.exec(text)?.[0])).toEqual([
        "While it was written",
        "Minutes before",
      ]);
    });
  });

  test("one that could not be written down is not lost", async () => {
    await add({ title: "today's", dueOn: "2026-03-09" });
    const broken: Mailer = { ...mailer, send: () => Promise.reject(new Error("no room")) };
    const sending = {
      database: database.orm,
      mailer: broken,
      publicOrigin,
      vault,
      addresses: null,
      now: sevenInTheMorning,
    };
    await expect(sendDigests(sending, workspace.id)).rejects.toThrow("no room");
    await send();
    expect(await mailsTo(owner)).toHaveLength(1);
  });

  test("is wished for each workspace whose morning it is, until it is sent", async () => {
    await database.pool.query("UPDATE upstream.workspaces SET time_zone = 'Asia/Tokyo' WHERE id = $1", [workspace.id]);
    const wished = async (moment: string) => {
      const keys: string[] = [];
      await enqueueDigests(database.orm, new Date(moment), async (_, key) => void keys.push(key));
      return keys.includes(workspace.id);
    };
    expect(await wished("2026-03-08T21:59:59Z")).toBe(false);
    expect(await wished("2026-03-08T22:00:00Z")).toBe(true);
    await send(new Date("2026-03-08T22:00:00Z"));
    expect(await wished("2026-03-08T22:01:00Z")).toBe(false);
    expect(await wished("2026-03-09T22:00:00Z")).toBe(true);
  });

  test("of two servers that look at once one mails", async () => {
    await add({ title: "today's", dueOn: "2026-03-09" });
    const queue = { ...digestQueue, name: "task_digests_of_two", pollSeconds: 0.5 };
    const servers = [0, 1].map(() => createJobs({ pool: database.pool, log: pino({ level: "silent" }) }));
    for (const jobs of servers)
      await jobs.work(queue, ({ key }) =>
        sendDigests(
          { database: database.orm, mailer, publicOrigin, vault, addresses: null, now: sevenInTheMorning },
          key,
        ),
      );
    // The others in this database, of the files before this one, would have theirs first.
    await Promise.all(
      servers.map((jobs) =>
        enqueueDigests(database.orm, sevenInTheMorning, async (_, key) => {
          if (key === workspace.id) await jobs.send(queue, key, database.orm);
        }),
      ),
    );
    await expect.poll(() => mailsTo(owner), { timeout: 20_000, interval: 50 }).toHaveLength(1);
    await Promise.all(servers.map((jobs) => jobs.close()));
    expect(await mailsTo(owner)).toHaveLength(1);
  });
});
