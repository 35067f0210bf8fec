import { sql } from "drizzle-orm";
import type { Temporal } from "temporal-polyfill";
import type { Queries } from "../engine/queries.ts";
import { workspaces } from "../tables.ts";

/** The time zone of a workspace. The database never converts one: its list of zones and Node's may differ. */
export async function zoneOfWorkspace(
  database: Queries,
  { workspaceId }: { readonly workspaceId: string },
): Promise<string> {
  const [row] = await database
    .select({ timeZone: workspaces.timeZone })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`);
  return row?.timeZone ?? "UTC";
}

/** The moment at which a day begins, in ISO 8601. @param timeZone an IANA name; one that is not known counts as UTC */
export function startOfDay(day: Temporal.PlainDate, timeZone: string): string {
  try {
    return day.toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return day.toZonedDateTime("UTC").toInstant().toString();
  }
}
