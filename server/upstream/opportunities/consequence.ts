/** What a move does besides changing the stage. */
import type { Queries } from "../engine/queries.ts";
import type { Effect } from "../tables.ts";
import type { Movement } from "./inputs.ts";

export interface MoveContext {
  readonly database: Queries;
  readonly opportunityId: string;
  readonly workspaceId: string;
  /** Who moves; null for the client. */
  readonly accountId: string | null;
  readonly movement: Movement;
}

export type Consequence = (moving: MoveContext) => Promise<readonly Effect[]>;
