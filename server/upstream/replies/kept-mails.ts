/** Emails as they lie in the object store: read, and without the secrets of mailed links. */
import { deserialize, serialize } from "node:v8";
import { z } from "zod";
import type { Queries } from "../engine/queries.ts";
import { hashToken } from "../identity/tokens.ts";
import { ObjectMissing, type ObjectStore } from "../storage/object-store.ts";
import { BoundMet, runBounded } from "../texts/bounded-worker.ts";
import type { Correspondent } from "./correspondent.ts";
import { findMailedTokens } from "./known-tokens.ts";
import { mailBounds, mailReading, mailTokens } from "./mail-reading.ts";
import { sentTo } from "./sent-mails.ts";
import type { Mail } from "./settling.ts";

const reading = z.object({
  mail: mailReading,
  /** Hashes, in hexadecimal, of secrets of links that Latchkey mailed, which were in it. */
  hashes: z.array(z.string()),
  /** Whether there may be more, which nobody can find. */
  isUnsure: z.boolean(),
});
export type Reading = z.output<typeof reading>;

/**
 * Reads an email as it arrived, for one of its recipients.
 * @throws the signal's reason, or whatever the reader failed with
 */
export async function readArrived(
  database: Queries,
  bytes: Uint8Array,
  correspondent: Correspondent,
  signal: AbortSignal,
): Promise<Reading> {
  const { milliseconds, memoryBytes } = mailBounds;
  const read = (input: unknown) => runBounded("../replies/mail-worker", input, { milliseconds, memoryBytes, signal });
  try {
    const { tokens: pieces, isUnsure } = mailTokens.parse(await read({ bytes }));
    const tokens = await findMailedTokens(database, pieces);
    const known = { tokens, sent: await sentTo(database, correspondent) };
    const hashes = tokens.flatMap((token) => hashToken(token)?.toString("hex") ?? []);
    return { mail: mailReading.parse(await read({ bytes, known })), hashes, isUnsure };
  } catch (error) {
    if (error instanceof BoundMet) return refused("too_large");
    throw error;
  }
}

function refused(reason: "too_large" | "unreadable"): Reading {
  return { mail: { state: "refused", reason }, hashes: [], isUnsure: false };
}

/** The bytes of an email that was read, for the object store. */
export function packReading(read: Reading): Uint8Array {
  return serialize(read);
}

/** With which packed ones begin, and no email as it arrives. */
const firstByte = 0xff;

/**
 * Opens an email out of the object store. Those that arrived before emails were read on arrival lie there as they arrived.
 * @throws StorageUnavailable, the signal's reason, or whatever the reader failed with
 */
export async function openStored(
  { database, store }: { readonly database: Queries; readonly store: ObjectStore },
  { storageKey }: Pick<Mail, "storageKey">,
  correspondent: Correspondent,
  signal: AbortSignal,
): Promise<Reading> {
  try {
    const bytes = new Uint8Array(await new Response(await store.read(storageKey)).arrayBuffer());
    if (bytes[0] !== firstByte) return await readArrived(database, bytes, correspondent, signal);
    return reading.parse(deserialize(bytes));
  } catch (error) {
    if (error instanceof ObjectMissing) return refused("unreadable");
    throw error;
  }
}
