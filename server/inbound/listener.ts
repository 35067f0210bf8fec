/** Takes emails from the mail server in front, by SMTP or LMTP. */
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import type { SMTPServerSession } from "smtp-server";
import { listen } from "../listening.ts";
import type { Log } from "../log.ts";
import type { Correspondent } from "../upstream/replies/inbound-mail.ts";
import { mailBounds } from "../upstream/replies/mail-reading.ts";
import type { Mailbox } from "../upstream/replies/mailbox.ts";
import { type InboundMailSettings, inboundPlace } from "./settings.ts";

export interface ListenerParts {
  readonly settings: InboundMailSettings;
  readonly domain: string;
  readonly mailbox: Mailbox;
  readonly log: Log;
  readonly limits?: Partial<ListenerLimits>;
}

interface ListenerLimits {
  readonly bytes: number;
  /** Of all emails under way. */
  readonly bytesAtOnce: number;
  readonly connections: number;
  readonly recipients: number;
  readonly idleMs: number;
  readonly beforeDataMs: number;
  readonly connectionMs: number;
  readonly closeMs: number;
}

const usual: ListenerLimits = {
  bytes: mailBounds.bytes,
  bytesAtOnce: 4 * mailBounds.bytes,
  connections: 20,
  recipients: 10,
  idleMs: 60_000,
  beforeDataMs: 60_000,
  connectionMs: 600_000,
  closeMs: 5_000,
};

export interface Listener {
  readonly port: number;
  /** Waits for open connections, for a while. */
  close(): Promise<void>;
}

/** A reply other than "250". */
class Answer extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

const unknown = () => new Answer(550, "5.1.1 No such reply address here");
const tooLarge = (most: number) => new Answer(552, `5.3.4 Too large: emails of up to ${most} bytes are taken`);
const later = () => new Answer(451, "4.3.0 Not now; try again later");

/** @throws StartRefused */
export async function openListener({ settings, domain, mailbox, log, ...rest }: ListenerParts): Promise<Listener> {
  const limits = { ...usual, ...rest.limits };
  // Most servers do not need it.
  const { SMTPServer } = await import("smtp-server");
  const taking = createTaking(mailbox, limits);
  const answer = (error: unknown) => {
    if (error instanceof Answer) return error;
    log.warn({ err: error }, "An email could not be taken; its sender is told to try again");
    return later();
  };
  const waiting = createWaiting(limits.beforeDataMs, (id) => {
    for (const connection of server.connections) if (connection.id === id) connection.close();
  });
  const server = new SMTPServer({
    name: domain,
    banner: "Latchkey",
    lmtp: settings.protocol === "lmtp",
    size: limits.bytes,
    maxClients: limits.connections,
    socketTimeout: limits.idleMs,
    closeTimeout: limits.closeMs,
    // The mail server in front is on this machine or a private network.
    disabledCommands: ["AUTH", "STARTTLS"],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onConnect({ id }, done) {
      waiting.begin(id);
      done();
    },
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length >= limits.recipients) return done(new Answer(452, "4.5.3 Too many recipients"));
      mailbox.find(address).then(
        (found) => done(found === null ? unknown() : null),
        (error: unknown) => done(answer(error)),
      );
    },
    onData(stream, session, done) {
      waiting.end(session.id);
      taking
        .take(stream, session)
        .then(
          () => done(null, "2.6.0 Taken"),
          (error: unknown) => done(answer(error)),
        )
        .finally(() => waiting.begin(session.id));
    },
    onClose({ id }) {
      waiting.end(id);
      taking.cut(id);
    },
  });
  server.on("error", (error) => log.debug({ reason: error.message }, "A connection of a mail server failed"));
  server.server.on("connection", (socket: Socket) => endInTime(socket, limits.connectionMs));
  await listen(server.server, inboundPlace(settings));
  const address = server.server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : settings.port,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Times of connections without an email under way. */
function createWaiting(milliseconds: number, late: (id: string) => void) {
  const timers = new Map<string, NodeJS.Timeout>();
  function end(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }
  function begin(id: string): void {
    end(id);
    const timer = setTimeout(() => {
      timers.delete(id);
      late(id);
    }, milliseconds);
    timers.set(id, timer.unref());
  }
  return { begin, end };
}

function endInTime(socket: Socket, milliseconds: number): void {
  const late = setTimeout(() => socket.destroy(), milliseconds).unref();
  socket.on("close", () => clearTimeout(late));
  // After "421", whoever does not hang up is cut off.
  socket.on("timeout", () => socket.destroySoon());
}

/** Holds emails in memory, up to a total. */
function createTaking(mailbox: Mailbox, limits: ListenerLimits) {
  let held = 0;
  const cuts = new Map<string, () => void>();

  /** @param hold counts bytes that are kept @throws Answer */
  async function read(stream: Readable, id: string, hold: (bytes: number) => void): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    let refusal: Answer | null = null;
    const { promise: whole, resolve, reject } = Promise.withResolvers<void>();
    cuts.set(id, () => reject(new Answer(421, "4.4.2 The connection was cut")));
    stream.on("data", (chunk: Buffer) => {
      // The rest is read and dropped, since the other side listens only at the end.
      if (refusal !== null) return;
      size += chunk.length;
      if (size > limits.bytes) refusal = tooLarge(limits.bytes);
      else if (held + chunk.length > limits.bytesAtOnce)
        refusal = new Answer(452, "4.3.1 Too much at once; try again later");
      if (refusal === null) {
        hold(chunk.length);
        chunks.push(chunk);
      } else chunks.length = 0;
    });
    stream.on("end", resolve);
    stream.on("error", reject);
    try {
      await whole;
    } finally {
      cuts.delete(id);
    }
    if (refusal !== null) throw refusal;
    return Buffer.concat(chunks, size);
  }

  return {
    /** @throws Answer */
    async take(stream: Readable, { id, envelope }: SMTPServerSession): Promise<void> {
      let own = 0;
      const hold = (bytes: number) => {
        own += bytes;
        held += bytes;
      };
      try {
        const bytes = await read(stream, id, hold);
        const found = await Promise.all(envelope.rcptTo.map(({ address }) => mailbox.find(address)));
        const recipients = found.filter((one): one is Correspondent => one !== null);
        if (recipients.length === 0) throw unknown();
        const sender = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        await mailbox.take({ sender, recipients, bytes });
      } finally {
        held -= own;
      }
    },
    cut: (id: string) => cuts.get(id)?.(),
  };
}
