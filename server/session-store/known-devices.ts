import type { DeviceOwner, KnownDevices } from "#app/session/store.ts";
import { normaliseEmail } from "../upstream/identity/email-address.ts";
import type { Vault } from "../vault.ts";

/** Characters of base64url: 72 bits, which can be guessed only by sending requests. */
const markLength = 12;

/** Marks by the secrets of sessions. A mark says nothing of the address in it to whoever does not have them. */
export function createKnownDevices(vault: Vault): KnownDevices {
  return {
    markOf: (id, owner) => vault.mark(textOf(id, owner)).slice(0, markLength),
    isMark: (id, owner, mark) => mark.length === markLength && vault.isMark(textOf(id, owner), mark),
  };
}

/** All spellings of an address are one owner. */
function textOf(id: string, owner: DeviceOwner | null): string {
  if (owner === null) return `device ${id}`;
  return `device ${id} of ${owner.kind} ${normaliseEmail(owner.email) ?? owner.email}`;
}
