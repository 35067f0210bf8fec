/** The filters of lists by what fits. Nothing fits a record that does not exist for the current user. */
import { type SQLWrapper, sql } from "drizzle-orm";
import { isUuid } from "../engine/spelling.ts";
import type { LookedUp, LookUp } from "../engine/table.ts";
import { clients, packages } from "../tables.ts";
import { fittingClients, fittingPackages, mostFits } from "./fits.ts";

export const clientsWhomItFits: LookUp = async (database, currentUser, packageId) => {
  const fits = isUuid(packageId) ? ((await fittingClients(database, currentUser, packageId)) ?? []) : [];
  return among(
    clients.id,
    fits.map(({ client_id: id }) => id),
  );
};

export const packagesThatFit: LookUp = async (database, currentUser, clientId) => {
  const fits = isUuid(clientId) ? ((await fittingPackages(database, currentUser, clientId)) ?? []) : [];
  return among(
    packages.id,
    fits.map(({ package_id: id }) => id),
  );
};

/** SQL of the rows with these ids, in their order. */
function among(column: SQLWrapper, ids: readonly string[]): LookedUp {
  const list = sql`${`{${ids.slice(0, mostFits).join()}}`}::uuid[]`;
  return { condition: sql`${column} = any(${list})`, rank: sql`coalesce(array_position(${list}, ${column}), 0)` };
}
