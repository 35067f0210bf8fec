import { and, desc, eq, gt, inArray, lt, ne } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import * as z from "zod";
import type { ParkedForms } from "#app/session/store.ts";
import type { Vault } from "../vault.ts";
import { createRandomId, hashId } from "./sessions.ts";
import { parkedForms } from "./tables.ts";

/** In ms. */
const parkingTime = 30 * 60_000;

/** Over all browsers. */
const mostOfPerson = 20;

/** Characters of base64url: 72 bits. */
const markLength = 12;

const content = z.object({ path: z.string(), fields: z.array(z.tuple([z.string(), z.string()])) });

interface ParkedFormsOptions {
  readonly orm: NodePgDatabase;
  readonly vault: Vault;
  readonly clock: () => Date;
}

interface SweepableParkedForms extends ParkedForms {
  sweep(): Promise<number>;
}

export function createParkedForms({ orm, vault, clock }: ParkedFormsOptions): SweepableParkedForms {
  const placeOf = (idHash: Buffer, personId: string) => `parked form ${idHash.toString("hex")} of ${personId}`;
  const markedText = (personId: string) => `form of ${personId}`;
  return {
    markOf: (personId) => vault.mark(markedText(personId)).slice(0, markLength),
    isMark: (personId, mark) => mark.length === markLength && vault.isMark(markedText(personId), mark),
    async park({ personId, path, fields }) {
      const id = createRandomId();
      const idHash = hashId(id);
      const sealed = vault.seal(JSON.stringify({ path, fields }), placeOf(idHash, personId));
      const endsAt = new Date(clock().getTime() + parkingTime);
      await orm.insert(parkedForms).values({ idHash, personId, sealed, endsAt });
      const others = orm
        .select({ idHash: parkedForms.idHash })
        .from(parkedForms)
        .where(and(eq(parkedForms.personId, personId), ne(parkedForms.idHash, idHash)))
        .orderBy(desc(parkedForms.endsAt))
        .offset(mostOfPerson - 1);
      await orm.delete(parkedForms).where(inArray(parkedForms.idHash, others));
      return id;
    },
    async find(id) {
      const idHash = hashId(id);
      const [row] = await orm
        .select()
        .from(parkedForms)
        .where(and(eq(parkedForms.idHash, idHash), gt(parkedForms.endsAt, clock())));
      if (row === undefined) return null;
      const text = vault.open(row.sealed, placeOf(idHash, row.personId));
      return text === null ? null : { personId: row.personId, ...content.parse(JSON.parse(text)) };
    },
    async list(personId) {
      const rows = await orm
        .select()
        .from(parkedForms)
        .where(and(eq(parkedForms.personId, personId), gt(parkedForms.endsAt, clock())))
        .orderBy(desc(parkedForms.endsAt))
        .limit(mostOfPerson);
      return rows.flatMap(({ idHash, sealed, endsAt }) => {
        const text = vault.open(sealed, placeOf(idHash, personId));
        const id = idHash.toString("hex");
        return text === null ? [] : [{ id, personId, endsAt, ...content.parse(JSON.parse(text)) }];
      });
    },
    async drop(id) {
      await orm.delete(parkedForms).where(eq(parkedForms.idHash, hashId(id)));
    },
    async dropListed(personId, listedId) {
      const idHash = Buffer.from(listedId, "hex");
      await orm.delete(parkedForms).where(and(eq(parkedForms.personId, personId), eq(parkedForms.idHash, idHash)));
    },
    async sweep() {
      const gone = await orm.delete(parkedForms).where(lt(parkedForms.endsAt, clock()));
      return gone.rowCount ?? 0;
    },
  };
}
