/** Parts of the resources around an opportunity. */
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

/** A day as "2030-03-01". */
export function day(column: PgColumn): Attribute {
  return computed(sql`to_char(${column}, 'YYYY-MM-DD')`, z.iso.date().nullable());
}

/** SQL of a column of the opportunity. @param id the column with its id */
const ofOpportunity = (column: PgColumn, id: PgColumn) =>
  sql`(select ${column} from ${opportunities} where ${opportunities.id} = ${id})`;

/** Shown to whoever works the opportunity, also of another agent's client. */
const clientAlways = ["name", "email", "phone_number", "profile_image_url"] as const;

const packageAlways = ["street", "city", "state", "zip", "time_zone", "photo_url", "list_price"] as const;

/** Client and package, by SQL of their ids. */
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

/** Client and package of the opportunity. @param id the column with its id */
export function pairOf(id: PgColumn): Readonly<Record<"client" | "package", Relationship>> {
  return parties(ofOpportunity(opportunities.clientId, id), ofOpportunity(opportunities.packageId, id));
}

/** @param id the column with the opportunity's id */
export function opportunityHolders(id: PgColumn) {
  const client = ofOpportunity(opportunities.clientId, id);
  return { client, package: ofOpportunity(opportunities.packageId, id), opportunity: id };
}

/** A filter by state. */
export function ofState(column: PgColumn, states: readonly string[]): Filter {
  // An index for one state serves only a statement with a literal.
  return oneOf(states, (value) => sql`${column} = ${sql.raw(`'${value}'`)}`);
}

/** SQL of whether a showing is requested or confirmed. */
export function isArranged(opportunityId: string): SQL | undefined {
  return and(eq(showings.opportunityId, opportunityId), inArray(showings.state, ["requested", "confirmed"]));
}

/** Finds the arranged showing that a move means, by id or time. @throws Refusal for one that is over, or another opportunity's */
export async function takeArranged(database: Queries, opportunityId: string, movement: Movement): Promise<Movement> {
  const { to, showingId = null, showingAt = null } = movement;
  if (to !== "showing_scheduled" || (showingId === null && showingAt === null)) return movement;
  const named = showingId === null ? sql`${showings.startsAt} = ${showingAt}::timestamptz` : eq(showings.id, showingId);
  const [found] = await database
    .select({ id: showings.id, startsAt: sql<string>`${momentText(showings.startsAt)}` })
    .from(showings)
    .where(and(isArranged(opportunityId), named))
    // The confirmed one of two.
    .orderBy(showings.state, showings.insertedAt)
    .limit(1);
  if (found !== undefined) return { ...movement, showingId: found.id, showingAt: found.startsAt };
  if (showingId === null) return movement;
  throw invalidAttribute("showing_id", "This showing is no longer arranged. Choose another one, or enter a time.");
}
