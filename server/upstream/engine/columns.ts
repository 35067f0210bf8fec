/** What the tables of the service are declared with. */
import { customType, date, pgSchema, timestamp } from "drizzle-orm/pg-core";

export const upstream = pgSchema("upstream");

/** A moment as text: a Date would lose the microseconds. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "string" });

/** A day of the calendar as text: it is no moment. */
export const day = (name: string) => date(name, { mode: "string" });

/** Bytes, such as a hash or a picture. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
