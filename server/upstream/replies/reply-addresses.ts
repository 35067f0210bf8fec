/** The addresses that replies by email go to: each leads to one thread, for one recipient, and nobody else can make one. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { decodeBase32IgnorePadding, encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { replyAddresses } from "../tables.ts";

export interface ReplyAddresses {
  /** Gives the address of a row of `reply_addresses`: 56 characters before the @, whatever their case. */
  addressOf(id: string): string;
  /** Gives the row's id; null for whatever was not made by `addressOf`, with any of the secrets. */
  idOf(address: string): string | null;
}

/** Whom a reply address is for: a member, or a person of the client by the address in its kept spelling. */
export type ReplyRecipient = { readonly workspaceId: string; readonly clientId: string } & (
  | { readonly accountId: string }
  | { readonly email: string }
);

const prefix = "reply-";
const idBytes = 16;
/** 120 bits: all that fits. */
const markBytes = 15;
const form = new RegExp(`^${prefix}([a-z2-7]{50})$`);

/**
 * Gives what makes and reads the addresses of a domain.
 * @param domain in lower case
 * @param secrets at least one: the first marks, all are known, so that addresses outlive a change of secrets
 */
export function createReplyAddresses(domain: string, secrets: readonly string[]): ReplyAddresses {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "", "latchkey reply addresses", 32)));
  const [first] = keys;
  if (first === undefined) throw new Error("Reply addresses need at least one secret.");

  return {
    addressOf(id) {
      const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
      const name = encodeBase32LowerCaseNoPadding(Buffer.concat([bytes, markOf(first, bytes)]));
      return `${prefix}${name}@${domain}`;
    },
    idOf(address) {
      const at = address.lastIndexOf("@");
      if (address.slice(at + 1).toLowerCase() !== domain) return null;
      const [, name] = form.exec(address.slice(0, at).toLowerCase()) ?? [];
      if (name === undefined) return null;
      const bytes = decode(name);
      const id = bytes.subarray(0, idBytes);
      const mark = bytes.subarray(idBytes);
      if (mark.length !== markBytes || !keys.some((key) => timingSafeEqual(markOf(key, id), mark))) return null;
      return Buffer.from(id)
        .toString("hex")
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
  };
}

function decode(name: string): Uint8Array {
  try {
    return decodeBase32IgnorePadding(name.toUpperCase());
  } catch {
    // Bits behind the last byte, which no encoder sets.
    return new Uint8Array();
  }
}

function markOf(key: Buffer, id: Uint8Array): Uint8Array {
  return createHmac("sha256", key).update(id).digest().subarray(0, markBytes);
}

/**
 * Gives the address for the Reply-To of an email about a thread's messages; the same person gets the same one each time. It takes
 * replies for as long as that person may write in the thread.
 */
export async function replyAddressOf(
  queries: Queries,
  addresses: ReplyAddresses,
  recipient: ReplyRecipient,
): Promise<string> {
  const accountId = "accountId" in recipient ? recipient.accountId : null;
  const email = "email" in recipient ? recipient.email : null;
  const { rows } = await queries.execute<{ id: string }>(sql`
    insert into ${replyAddresses} (workspace_id, client_id, account_id, email)
    values (${recipient.workspaceId}, ${recipient.clientId}, ${accountId}, ${email})
    on conflict (client_id, coalesce(account_id::text, email)) where not is_former do update set client_id = excluded.client_id
    returning id`);
  const [row] = rows;
  if (row === undefined) throw new Error("The reply address was not stored.");
  return addresses.addressOf(row.id);
}
