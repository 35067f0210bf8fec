/** A mail server that takes everything, or what it is told to take, and remembers it. */

import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { closeServer, listenLocally } from "./listening.ts";

interface ReceivedMail {
  readonly from: string;
  readonly recipients: readonly string[];
  /** Headers and body as they came over the line, dots unstuffed, lines ended by "\n". */
  readonly source: string;
}

export interface SmtpSink {
  /** For SMTP_URL. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** What clients signed in with, as "user:password". */
  readonly logins: readonly string[];
  /** Answers the next mails' recipients with these lines, one each, as in "451 later"; then takes mails again. */
  refuseNext(...answers: readonly string[]): void;
  /** Whether it takes addresses with letters other than A to Z before the @; it does at first. */
  isInternational: boolean;
  /** How many times somebody asked to deliver to a recipient. */
  readonly tries: number;
  close(): Promise<void>;
}

export async function startSmtpSink(): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  const logins: string[] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  let tries = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    void converse(socket, { mails, logins, announced: sink.isInternational ? "250-SMTPUTF8\r\n" : "" }, () => {
      tries += 1;
      return refusals.shift() ?? "250 ok";
      // Whoever talks to it may be gone at any moment.
    }).catch(() => socket.destroy());
  });
  const sink: SmtpSink = {
    isInternational: true,
    url: `smtp://127.0.0.1:${await listenLocally(server)}`,
    mails,
    logins,
    refuseNext: (...answers) => void refusals.push(...answers),
    get tries() {
      return tries;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await closeServer(server);
    },
  };
  return sink;
}

interface Kept {
  readonly mails: ReceivedMail[];
  readonly logins: string[];
  /** Lines about what it can do besides. */
  readonly announced: string;
}

async function converse(
  socket: Socket,
  { mails, logins, announced }: Kept,
  answerRecipient: () => string,
): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let from = "";
  let recipients: string[] = [];
  let content: string[] | null = null;
  say("220 sink");
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (content !== null) {
      if (line !== ".") content.push(line.replace(/^\./, ""));
      else {
        mails.push({ from, recipients, source: content.join("\n") });
        content = null;
        say("250 kept");
      }
      continue;
    }
    const [, verb = "", rest = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    if (/^(EHLO|HELO)$/i.test(verb)) say(`250-sink\r\n${announced}250-AUTH PLAIN\r\n250 8BITMIME`);
    else if (/^AUTH$/i.test(verb)) {
      logins.push(readLogin(rest));
      say("235 welcome");
    } else if (/^MAIL$/i.test(verb)) {
      from = addressIn(rest);
      recipients = [];
      say("250 ok");
    } else if (/^RCPT$/i.test(verb)) {
      const answer = answerRecipient();
      if (answer.startsWith("250")) recipients.push(addressIn(rest));
      say(answer);
    } else if (/^DATA$/i.test(verb)) {
      content = [];
      say("354 go on");
    } else if (/^QUIT$/i.test(verb)) {
      say("221 bye");
      socket.end();
    } else say("250 ok");
  }
}

/** RFC 4616: nothing, the user and the password, each behind a NUL. */
function readLogin(argument: string): string {
  const [, user = "", password = ""] = Buffer.from(argument.replace(/^PLAIN /i, ""), "base64")
    .toString()
    .split("\0");
  return `${user}:${password}`;
}

function addressIn(argument: string): string {
  return /<([^>]*)>/.exec(argument)?.[1] ?? "";
}
