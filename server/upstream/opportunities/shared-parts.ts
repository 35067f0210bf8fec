/** What the resources around an opportunity have in common. */
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { client } from "../clients/client.ts";
import { oneOf } from "../engine/filters.ts";
import type { Queries } from "../engine/queries.ts";
import { type Attribute, computed, momentText } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import type { Filter, Relationship } from "../engine/table.ts";
import { packageResource } from "../packages/package.ts";
import { clients, opportunities, packages, showings } from "../tables.ts";
import type { Movement } from "./inputs.ts";

/** A day without a time, as "2030-03-01"; null when there is none. */
export function day(column: PgColumn): Attribute {
  return computed(sql`to_char(${column}, 'YYYY-MM-DD')`, z.iso.date().nullable());
}

/** SQL of a column of the opportunity that something belongs to. @param id the column that holds the opportunity's id */
const ofOpportunity = (column: PgColumn, id: PgColumn) =>
  sql`(select ${column} from ${opportunities} where ${opportunities.id} = ${id})`;

/** What whoever works a deal reads of its client, even where the client is another agent's. */
const clientAlways = ["name", "email", "phone_number", "profile_image_url"] as const;

/** The same of its property. */
const packageAlways = ["street", "city", "state", "zip", "time_zone", "photo_url", "list_price"] as const;

/** The client and the package of a deal, by SQL of their ids. */
export function parties(
  clientId: SQLWrapper,
  packageId: SQLWrapper,
): Readonly<Record<"client" | "package", Relationship>> {
  return {
    client: { to: "one", resource: () => client, on: sql`${clients.id} = ${clientId}`, always: clientAlways },
    package: {
      to: "one",
      resource: () => packageResource,
      on: sql`${packages.id} = ${packageId}`,
      always: packageAlways,
    },
  };
}

/** The client and the package of the opportunity that something belongs to. @param id the column of the opportunity's id */
export function pairOf(id: PgColumn): Readonly<Record<"client" | "package", Relationship>> {
  return parties(ofOpportunity(opportunities.clientId, id), ofOpportunity(opportunities.packageId, id));
}

/** The holders of the history of something that belongs to an opportunity. @param id the column of the opportunity's id */
export function opportunityHolders(id: PgColumn) {
  const client = ofOpportunity(opportunities.clientId, id);
  return { client, package: ofOpportunity(opportunities.packageId, id), opportunity: id };
}

/** The filter by one of these states. */
export function ofState(column: PgColumn, states: readonly string[]): Filter {
  // Written out, since an index of one state alone serves only a statement that names the state.
  return oneOf(states, (value) => sql`${column} = ${sql.raw(`'${value}'`)}`);
}

/** SQL of whether a showing of this opportunity is requested or confirmed, and so not over. */
export function isArranged(opportunityId: string): SQL | undefined {
  return and(eq(showings.opportunityId, opportunityId), inArray(showings.state, ["requested", "confirmed"]));
}

/**
 * The same move with the arranged showing that it names, by its id or by its own time. Another time is another showing.
 * @throws Refusal for a showing that is over, or of another opportunity
 */
export async function takeArranged(database: Queries, opportunityId: string, movement: Movement): Promise<Movement> {
  const { to, showingId = null, showingAt = null } = movement;
  if (to !== "showing_scheduled" || (showingId === null && showingAt === null)) return movement;
  const named = showingId === null ? sql`${showings.startsAt} = ${showingAt}::timestamptz` : eq(showings.id, showingId);
  const [found] = await database
    .select({ id: showings.id, startsAt: sql<string>`${momentText(showings.startsAt)}` })
    .from(showings)
    .where(and(isArranged(opportunityId), named))
    // Of two at one time the one that is agreed on.
    .orderBy(showings.state, showings.insertedAt)
    .limit(1);
  if (found !== undefined) return { ...movement, showingId: found.id, showingAt: found.startsAt };
  if (showingId === null) return movement;
  throw invalidAttribute("showing_id", "This showing is no longer arranged. Choose another one, or enter a time.");
}
