import { type Message, writeMessage } from "./messages.ts";

let statements = 0;

/**
 * The named prepared statements of one connection. All connections share one PGlite session, in which a name can be
 * taken once only, so each name is exchanged for one that no other connection has.
 */
export class StatementNames {
  readonly #given = new Map<string, string>();

  /** Gives the message with its statement's name exchanged; messages that name none come back as they are. */
  exchange(message: Message): Message {
    const at = nameOffset(message);
    if (at === null) return message;
    const end = message.bytes.indexOf(0, at);
    const name = message.bytes.toString("utf8", at, end);
    if (name === "") return message;
    const head = message.bytes.subarray(0, at);
    const bytes = Buffer.concat([head, Buffer.from(this.#nameFor(name)), message.bytes.subarray(end)]);
    bytes.writeInt32BE(bytes.length - 1, 1);
    return { type: message.type, bytes };
  }

  /** The messages that free every statement of this connection. */
  closing(): Buffer[] {
    return [...this.#given.values()].map((name) => writeMessage("C", `S${name}\0`));
  }

  #nameFor(name: string): string {
    const known = this.#given.get(name);
    if (known !== undefined) return known;
    statements += 1;
    const given = `statement_${statements}`;
    this.#given.set(name, given);
    return given;
  }
}

/** Where the message names a prepared statement: Parse, Bind (after its portal), Describe and Close. */
function nameOffset({ type, bytes }: Message): number | null {
  if (type === "P") return 5;
  if (type === "B") return bytes.indexOf(0, 5) + 1;
  if ((type === "D" || type === "C") && bytes.toString("latin1", 5, 6) === "S") return 6;
  return null;
}
