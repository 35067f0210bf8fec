/** The days that a deal under contract is worked towards, as moves write them. */
import { eq } from "drizzle-orm";
import type { Queries } from "../engine/queries.ts";
import { opportunities } from "../tables.ts";
import type { Consequence } from "./consequence.ts";
import type { Movement } from "./inputs.ts";

const dayColumns = { inspections_due_on: "inspectionsDueOn", closing_on: "closingOn" } as const;
type DealDay = keyof typeof dayColumns;

/** Writes a day of the opportunity. @param on takes it from the move; null takes it away, undefined leaves it */
export function setDay(name: DealDay, on: (movement: Movement) => string | null | undefined): Consequence {
  const column = opportunities[dayColumns[name]];
  return async ({ database, opportunityId, movement }) => {
    const isMeant = eq(opportunities.id, opportunityId);
    const [row] = await database.select({ before: column }).from(opportunities).where(isMeant);
    const [before = null, after] = [row?.before, on(movement)];
    if (after === undefined || before === after) return [];
    await writeDay(database, name, opportunityId, after);
    return [{ on: name, id: opportunityId, before }];
  };
}

/** @param id of the opportunity */
export async function writeDay(database: Queries, name: DealDay, id: string, day: string | null): Promise<void> {
  await database
    .update(opportunities)
    .set({ [dayColumns[name]]: day })
    .where(eq(opportunities.id, id));
}

/** A deal that starts again is worked towards nothing yet. */
export const forgetDays: readonly Consequence[] = [
  setDay("inspections_due_on", () => null),
  setDay("closing_on", () => null),
];
