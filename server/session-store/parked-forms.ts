import { and, eq, gt, lt } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import * as z from "zod";
import type { ParkedForms } from "#app/session/store.ts";
import type { Vault } from "../vault.ts";
import { digestId, drawId } from "./cookie-id.ts";
import { parkedForms } from "./tables.ts";

/** How long a form is kept for its sender, in milliseconds. */
export const parkingTime = 30 * 60_000;

const content = z.object({ path: z.string(), fields: z.array(z.tuple([z.string(), z.string()])) });

export interface ParkedFormsOptions {
  readonly orm: NodePgDatabase;
  readonly vault: Vault;
  readonly clock: () => Date;
}

export interface SweepableParkedForms extends ParkedForms {
  /** Removes forms past their time; returns how many. */
  sweep(): Promise<number>;
}

export function createParkedForms({ orm, vault, clock }: ParkedFormsOptions): SweepableParkedForms {
  const placeOf = (idHash: Buffer, personId: string) => `parked form ${idHash.toString("hex")} of ${personId}`;
  return {
    async park({ personId, path, fields }) {
      const id = drawId();
      const idHash = digestId(id);
      const sealed = vault.seal(JSON.stringify({ path, fields }), placeOf(idHash, personId));
      const endsAt = new Date(clock().getTime() + parkingTime);
      await orm.insert(parkedForms).values({ idHash, personId, sealed, endsAt });
      return id;
    },
    async find(id) {
      const idHash = digestId(id);
      const [row] = await orm
        .select()
        .from(parkedForms)
        .where(and(eq(parkedForms.idHash, idHash), gt(parkedForms.endsAt, clock())));
      if (row === undefined) return null;
      const text = vault.open(row.sealed, placeOf(idHash, row.personId));
      return text === null ? null : { personId: row.personId, ...content.parse(JSON.parse(text)) };
    },
    async drop(id) {
      await orm.delete(parkedForms).where(eq(parkedForms.idHash, digestId(id)));
    },
    async sweep() {
      const gone = await orm.delete(parkedForms).where(lt(parkedForms.endsAt, clock()));
      return gone.rowCount ?? 0;
    },
  };
}
