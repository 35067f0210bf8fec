import { webcrypto } from "node:crypto";
import { and, desc, eq, inArray, lt, ne } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { KeptDevices } from "#app/session/store.ts";
import type { Vault } from "../vault.ts";
import { keptDevices } from "./tables.ts";

/** Without a contact for so long nobody uses it any more, in ms: the cookie lasts as long. */
const life = 365 * 24 * 60 * 60_000;

/** A contact is noted when the one before is so old, in ms. */
const noteContactAfter = 5 * 60_000;

const mostOfPerson = 20;

/** Characters of base64url: 72 bits. */
const markLength = 12;

const algorithm = { name: "RSA-OAEP", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };

interface KeptDevicesOptions {
  readonly orm: NodePgDatabase;
  readonly vault: Vault;
  readonly clock: () => Date;
}

export function createKeptDevices({
  orm,
  vault,
  clock,
}: KeptDevicesOptions): KeptDevices & { sweep(): Promise<number> } {
  const markedText = (id: string, personId: string) => `device ${id} of ${personId}`;
  const isOf = (id: string, personId: string) => and(eq(keptDevices.id, id), eq(keptDevices.personId, personId));
  return {
    async keep(personId, name) {
      const id = webcrypto.randomUUID();
      const { publicKey, privateKey } = await makeKeys();
      const now = clock();
      const sealedKey = vault.seal(privateKey, markedText(id, personId));
      await orm.insert(keptDevices).values({ id, personId, name, publicKey, sealedKey, keptAt: now, contactAt: now });
      const others = orm
        .select({ id: keptDevices.id })
        .from(keptDevices)
        .where(and(eq(keptDevices.personId, personId), ne(keptDevices.id, id)))
        .orderBy(desc(keptDevices.contactAt))
        .offset(mostOfPerson - 1);
      await orm.delete(keptDevices).where(inArray(keptDevices.id, others));
      return id;
    },
    markOf: (id, personId) => vault.mark(markedText(id, personId)).slice(0, markLength),
    isMark: (id, personId, mark) => mark.length === markLength && vault.isMark(markedText(id, personId), mark),
    async meet(id, personId) {
      const [row] = await orm.select().from(keptDevices).where(isOf(id, personId));
      const privateKey = row && vault.open(row.sealedKey, markedText(id, personId));
      if (!row || !privateKey) return null;
      const contactAt = clock();
      if (contactAt.getTime() - row.contactAt.getTime() > noteContactAfter)
        await orm.update(keptDevices).set({ contactAt }).where(isOf(id, personId));
      return { publicKey: row.publicKey, privateKey };
    },
    async list(personId) {
      const { id, name, keptAt, contactAt } = keptDevices;
      const columns = { id, name, keptAt, contactAt };
      return orm.select(columns).from(keptDevices).where(eq(keptDevices.personId, personId)).orderBy(desc(contactAt));
    },
    async forget(personId, id) {
      return (await orm.delete(keptDevices).where(isOf(id, personId))).rowCount === 1;
    },
    async sweep() {
      const gone = await orm.delete(keptDevices).where(lt(keptDevices.contactAt, new Date(clock().getTime() - life)));
      return gone.rowCount ?? 0;
    },
  };
}

async function makeKeys() {
  const { publicKey, privateKey } = await webcrypto.subtle.generateKey(algorithm, true, ["wrapKey", "unwrapKey"]);
  const [exported, secret] = await Promise.all(
    [publicKey, privateKey].map((key) => webcrypto.subtle.exportKey("jwk", key)),
  );
  return { publicKey: JSON.stringify(exported), privateKey: JSON.stringify(secret) };
}
