/**
 * The frontend's messages of PostgreSQL's wire protocol:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

/** `type` is the message's letter; the opening messages have none, and get a name. */
export interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

const openings = new Map([
  [80_877_102, "cancel"],
  [80_877_103, "encryption"],
  [80_877_104, "encryption"],
]);

/** A longer length means that both sides have lost step. */
const longestMessage = 256 * 1024 * 1024;

export class MessageReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #opened = false;

  /** @throws when the bytes are no messages */
  *read(chunk: Buffer): Generator<Message> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    for (let message = this.#next(); message !== null; message = this.#next()) yield message;
  }

  #next(): Message | null {
    const letters = this.#opened ? 1 : 0;
    const head = this.#peek(letters + (this.#opened ? 4 : 8));
    if (head === null) return null;
    const length = letters + head.readInt32BE(letters);
    if (length < head.length || length > longestMessage) throw new Error("not a PostgreSQL message");
    const bytes = this.#peek(length);
    if (bytes === null) return null;
    this.#drop(length);
    if (this.#opened) return { type: String.fromCharCode(head.readUInt8(0)), bytes };
    const type = openings.get(head.readInt32BE(4)) ?? "startup";
    this.#opened = type === "startup";
    return { type, bytes };
  }

  /** Joining at every chunk would take quadratic time. */
  #peek(length: number): Buffer | null {
    if (this.#size < length) return null;
    const first = this.#chunks[0];
    if (first !== undefined && first.length >= length) return first.subarray(0, length);
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined.subarray(0, length);
  }

  #drop(length: number): void {
    const rest = this.#chunks[0]?.subarray(length) ?? Buffer.alloc(0);
    this.#chunks.splice(0, 1, ...(rest.length > 0 ? [rest] : []));
    this.#size -= length;
  }
}

/** Writes a message: its letter, its length, its text (which brings its own final zeros). */
export function writeMessage(type: string, text: string): Buffer {
  const body = Buffer.from(text, "utf8");
  const bytes = Buffer.alloc(5 + body.length);
  bytes.write(type, 0, "latin1");
  bytes.writeInt32BE(4 + body.length, 1);
  body.copy(bytes, 5);
  return bytes;
}
