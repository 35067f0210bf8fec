import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Correspondent } from "#server/upstream/replies/inbound-mail.ts";
import { mailBounds } from "#server/upstream/replies/mail-reading.ts";
import type { ArrivedMail, Mailbox } from "#server/upstream/replies/mailbox.ts";
import { plainMail } from "#tests/support/mails.ts";
import { startListener } from "#tests/support/reply-mails.ts";
import { retainedBuffers } from "#tests/support/retained-memory.ts";

const ana: Correspondent = {
  id: "0b0e7d0e-0000-4000-8000-000000000001",
  workspaceId: "0b0e7d0e-0000-4000-8000-000000000002",
  plan: "standard",
  clientId: "0b0e7d0e-0000-4000-8000-000000000003",
  clientName: "Ana Ruiz",
  accountId: null,
  personId: null,
  email: "ana@mail.example",
  name: "Ana Ruiz",
  greetedAs: null,
  language: null,
};
const known = "reply-known@reply.example";

/** A mailbox in memory, for one address. */
function openMailbox(faults: Partial<Mailbox> = {}) {
  const mails: ArrivedMail[] = [];
  const mailbox: Mailbox = {
    find: async (address) => (address.toLowerCase() === known ? ana : null),
    take: async (mail) => void mails.push(mail),
    ...faults,
  };
  return { mails, mailbox };
}

type Settings = NonNullable<Parameters<typeof startListener>[1]>;

async function start(mailbox: Mailbox, settings: Settings = {}) {
  const listener = await startListener(mailbox, settings);
  onTestFinished(() => listener.close());
  return listener;
}

/** Talks to a listener line by line. */
async function talk(port: number) {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  onTestFinished(() => void socket.destroy());
  let heard = "";
  let isOver = false;
  socket.on("data", (text: string) => {
    heard += text;
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    isOver = true;
  });
  const hear = (form: RegExp) =>
    vi.waitFor(
      () => {
        const [found] = form.exec(heard) ?? [];
        if (found === undefined) throw new Error(`Heard: ${heard}`);
        heard = heard.slice(heard.indexOf(found) + found.length);
        return found;
      },
      { timeout: 20_000, interval: 10 },
    );
  const say = async (line: string, answer: RegExp) => {
    socket.write(`${line}\r\n`);
    return hear(answer);
  };
  await hear(/^220 .*\r\n/m);
  return { socket, say, hear, isOver: () => isOver };
}

async function beginData(port: number): Promise<Awaited<ReturnType<typeof talk>>> {
  const line = await talk(port);
  await line.say("EHLO mx.example", /^250 .*\r\n/m);
  await line.say("MAIL FROM:<ana@mail.example>", /^250 .*\r\n/m);
  await line.say(`RCPT TO:<${known}>`, /^250 .*\r\n/m);
  await line.say("DATA", /^354 .*\r\n/m);
  return line;
}

test.each(["smtp", "lmtp"] as const)("an email is taken by %s, byte for byte", async (protocol) => {
  const { mailbox, mails } = openMailbox();
  const listener = await start(mailbox, { protocol });
  const mail = plainMail({ text: ".\r\n..dots\r\nümlaut" });
  expect(await listener.deliver(mail, known.toUpperCase())).toMatch(/^250 /);
  expect(mails.map(({ sender, recipients }) => [sender, recipients])).toEqual([["ana@mail.example", [ana]]]);
  expect(Buffer.from(mails[0]?.bytes ?? []).toString()).toBe(mail.toString());
});

test("only reply addresses are taken: nothing is passed on, and nobody can sign in", async () => {
  const { mailbox, mails } = openMailbox();
  const listener = await start(mailbox);
  for (const to of ["ana@mail.example", "reply-other@reply.example", "postmaster@reply.example"])
    expect(await listener.deliver(plainMail(), to)).toMatch(/^550 /);
  const line = await talk(listener.port);
  expect(await line.say("EHLO mx.example", /^250 .*\r\n/m)).not.toMatch(/AUTH|STARTTLS/);
  await line.say("AUTH PLAIN AGEAYg==", /^5\d\d .*\r\n/m);
  await line.say("MAIL FROM:<a@b.example>", /^250 .*\r\n/m);
  await line.say("RCPT TO:<a@b.example>", /^550 .*\r\n/m);
  await line.say("DATA", /^503 .*\r\n/m);
  expect(mails).toEqual([]);
});

test("a connection that never comes to an email ends, and one that sends emails goes on", async () => {
  const { mailbox, mails } = openMailbox();
  const listener = await start(mailbox, { limits: { beforeDataMs: 2_000 } });
  const sending = await beginData(listener.port);
  const talking = await talk(listener.port);
  // It is never silent for long.
  await vi.waitFor(
    () => {
      talking.socket.write("NOOP\r\n");
      expect(talking.isOver()).toBe(true);
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(sending.isOver()).toBe(false);
  sending.socket.write("Subject: x\r\n\r\nYes.\r\n");
  await sending.say(".", /^250 .*\r\n/m);
  expect(mails).toHaveLength(1);
});

describe("the sender is told to try again", () => {
  const fail = async () => {
    throw new Error("The database is gone.");
  };

  test("while it is not known whose an address is", async () => {
    const listener = await start(openMailbox({ find: fail }).mailbox);
    expect(await listener.deliver(plainMail(), known)).toMatch(/^451 /);
  });

  test("while an email cannot be stored", async () => {
    const listener = await start(openMailbox({ take: fail }).mailbox);
    expect(await listener.deliver(plainMail(), known)).toMatch(/^451 /);
  });

  test("past the recipients of one email", async () => {
    const listener = await start(openMailbox({ find: async () => ana }).mailbox, { limits: { recipients: 2 } });
    const line = await talk(listener.port);
    await line.say("EHLO mx.example", /^250 .*\r\n/m);
    await line.say("MAIL FROM:<a@b.example>", /^250 .*\r\n/m);
    for (const code of [250, 250, 452])
      await line.say(`RCPT TO:<r${Math.random()}@reply.example>`, new RegExp(`^${code} `, "m"));
  });

  test("while too much arrives at the same time", async () => {
    const listener = await start(openMailbox().mailbox, { limits: { bytesAtOnce: 100_000 } });
    const first = await beginData(listener.port);
    first.socket.write(`${"a".repeat(70)}\r\n`.repeat(1_300));
    // The first one's bytes are there once the second is refused.
    await vi.waitFor(
      async () => expect(await listener.deliver(plainMail({ text: "b".repeat(20_000) }), known)).toMatch(/^452 /),
      {
        timeout: 20_000,
      },
    );
    first.socket.destroy();
    await vi.waitFor(
      async () => expect(await listener.deliver(plainMail({ text: "b".repeat(20_000) }), known)).toMatch(/^250 /),
      {
        timeout: 20_000,
      },
    );
  });
});

test("an email that is too large is refused, before it is sent where its size is said", async () => {
  const { mailbox, mails } = openMailbox();
  const listener = await start(mailbox, { limits: { bytes: 10_000 } });
  expect(await listener.deliver(plainMail({ text: "a".repeat(20_000) }), known)).toMatch(/^552 /);
  const line = await beginData(listener.port);
  line.socket.write(`${"a".repeat(70)}\r\n`.repeat(1_000));
  await line.say("\r\n.", /^552 .*\r\n/m);
  expect(mails).toEqual([]);
  expect(await listener.deliver(plainMail(), known)).toMatch(/^250 /);
});

test("80 MB of zeros cost no memory to speak of", async () => {
  const { mailbox, mails } = openMailbox();
  const listener = await start(mailbox);
  const line = await beginData(listener.port);
  const before = retainedBuffers();
  let most = before;
  const piece = Buffer.from(`${"A".repeat(76)}\r\n`.repeat(13_000));
  for (let sent = 0; sent < 80; sent += 1) {
    if (!line.socket.write(piece)) await once(line.socket, "drain");
    if (sent % 10 === 9) most = Math.max(most, retainedBuffers());
  }
  const last = retainedBuffers();
  await line.say("\r\n.", /^552 .*\r\n/m);
  // What was too large is dropped, and no more than one largest email was kept. The rest is on its way through sockets.
  expect((last - before) / 1024 ** 2).toBeLessThan(10);
  expect((most - before) / 1024 ** 2).toBeLessThan(mailBounds.bytes / 1024 ** 2 + 10);
  expect(mails).toEqual([]);
});

describe("a sender that never ends", () => {
  const ended = (line: { isOver: () => boolean }) =>
    vi.waitFor(() => expect(line.isOver()).toBe(true), { timeout: 20_000 });

  test("is hung up on when nothing comes", async () => {
    const listener = await start(openMailbox().mailbox, { limits: { idleMs: 300 } });
    await ended(await beginData(listener.port));
  });

  test("is hung up on in the end, though something comes all the time", async () => {
    const { mailbox, mails } = openMailbox();
    const listener = await start(mailbox, { limits: { connectionMs: 1_000 } });
    const line = await beginData(listener.port);
    const dripping = setInterval(() => line.socket.write("a"), 20);
    onTestFinished(() => clearInterval(dripping));
    await ended(line);
    expect(mails).toEqual([]);
  });

  test("is one of a few: others wait until there is room", async () => {
    const listener = await start(openMailbox().mailbox, { limits: { connections: 2 } });
    const lines = [await talk(listener.port), await talk(listener.port)];
    expect(await listener.deliver(plainMail(), known)).toMatch(/421|Greeting|closed/);
    for (const { socket } of lines) socket.destroy();
    await vi.waitFor(async () => expect(await listener.deliver(plainMail(), known)).toMatch(/^250 /), {
      timeout: 20_000,
    });
  });
});

test("an email whose connection is cut is not taken", async () => {
  const { mailbox, mails } = openMailbox();
  const listener = await start(mailbox);
  const line = await beginData(listener.port);
  line.socket.write("Subject: half\r\n\r\nhalf");
  line.socket.destroy();
  expect(await listener.deliver(plainMail(), known)).toMatch(/^250 /);
  expect(mails).toHaveLength(1);
});

test("closing takes no more connections, and ends those that stay", async () => {
  const { mailbox } = openMailbox();
  const listener = await startListener(mailbox, { limits: { closeMs: 200 } });
  const line = await talk(listener.port);
  await listener.close();
  await vi.waitFor(() => expect(line.isOver()).toBe(true), { timeout: 20_000 });
  const late: Socket = connect(listener.port, "127.0.0.1");
  const [error] = await once(late, "error");
  expect(error).toMatchObject({ code: "ECONNREFUSED" });
});
