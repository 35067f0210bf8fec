import type { PortalUser } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import type { OwnPair } from "../opportunities/own-pair.ts";

/** A write of a client about a property, with their opportunity locked. */
export interface Answering<Attributes> {
  readonly database: Queries;
  readonly user: PortalUser;
  readonly pair: OwnPair;
  readonly attributes: Attributes;
  readonly now: Date;
}
