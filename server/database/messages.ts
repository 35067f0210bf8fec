/**
 * The frontend's half of PostgreSQL's wire protocol, cut into messages:
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */

/** One message. `type` is its letter; the messages that open a connection have none, and get a name here. */
export interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Request codes of the messages without a letter. */
const openings = new Map([
  [80_877_102, "cancel"],
  [80_877_103, "encryption"],
  [80_877_104, "encryption"],
]);

/** Far above what the app sends; a length past it means that the two sides have lost step. */
const longestMessage = 256 * 1024 * 1024;

/** Turns one connection's bytes, cut anywhere, into whole messages. */
export class MessageReader {
  #chunks: Buffer[] = [];
  #size = 0;
  #opened = false;

  /** Takes the bytes that arrived and gives the messages they complete. @throws when they are no messages. */
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

  /** Joins chunks only once enough have arrived: joining at each would cost the square of a long message's length. */
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
