/** Reply addresses: each leads to one thread for one recipient, and only the service can make one. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { decodeBase32IgnorePadding, encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import { sql } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { replyAddresses } from "../tables.ts";

export interface ReplyAddresses {
  /** The address of a row of `reply_addresses`: 56 characters before the @, in any case. */
  addressOf(id: string): string;
  /** Null for addresses that none of the secrets made. */
  idOf(address: string): string | null;
}

export type ReplyRecipient = { readonly workspaceId: string; readonly clientId: string } & (
  | { readonly accountId: string }
  | { readonly email: string }
);

const prefix = "reply-";
const idBytes = 16;
/** 120 bits are all that fit. */
const markBytes = 15;
const form = new RegExp(`^${prefix}([a-z2-7]{50})$`);

/** @param domain in lower case @param secrets the first one signs; all are accepted, so that addresses outlive a rotation */
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
    // Bits behind the last byte are always 0.
    return new Uint8Array();
  }
}

function markOf(key: Buffer, id: Uint8Array): Uint8Array {
  return createHmac("sha256", key).update(id).digest().subarray(0, markBytes);
}

/** The Reply-To of mails about a thread, the same one for a person each time. It works while they may write in the thread. */
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
