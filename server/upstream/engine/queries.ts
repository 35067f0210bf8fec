import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";

/** The database or a transaction on it: whatever SQL can be sent to. */
export type Queries = PgDatabase<NodePgQueryResultHKT>;
