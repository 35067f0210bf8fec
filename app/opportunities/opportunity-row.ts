import { allows } from "../json-api/resource.ts";
import type { Pictures } from "../pictures/pictures.ts";
import { cityLine } from "../ui/city-line.ts";
import { daysSince } from "../ui/date-format.ts";
import { type DealGlance, glanceAt } from "./deal-glance.server.ts";
import { clientOf, propertyOf } from "./deal-parties.ts";
import { openMoves } from "./opportunity.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";

/** An opportunity as lists, boards and the tabs of clients and packages show it. */
export interface OpportunityRow extends DealGlance {
  readonly id: string;
  readonly client: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly picture: string | null;
    readonly isArchived: boolean;
  };
  readonly property: {
    readonly id: string;
    readonly street: string;
    readonly place: string;
    readonly photo: string | null;
  };
  readonly stage: string;
  readonly rank: string | null;
  readonly clientRank: string | null;
  /** At its stage; null where the service does not say since when. */
  readonly days: number | null;
  /** Whose it is. */
  readonly agent: string | null;
  readonly canMove: boolean;
  /** Its rank, price and dates. */
  readonly canChange: boolean;
}

interface Workspace {
  readonly id: string;
  readonly timeZone: string | null;
}

/** What a page shows of an opportunity. @param workspace by its calendar days are counted @param now the present moment */
export function rowOf(found: FoundOpportunity, pictures: Pictures, workspace: Workspace, now: Date): OpportunityRow {
  const client = clientOf(found);
  const property = propertyOf(found);
  const pictureOf = (source: string | null | undefined) => (source ? pictures.pathOf(source, 200, workspace.id) : null);
  return {
    id: found.id,
    client: {
      id: client.id ?? "",
      name: client.name,
      email: client.email,
      picture: pictureOf(found.client?.profileImageUrl),
      isArchived: found.contact?.isArchived === true,
    },
    property: {
      id: property.id ?? "",
      street: property.street,
      place: cityLine(property),
      photo: pictureOf(found.package?.photoUrl),
    },
    stage: found.stage,
    rank: found.rank,
    clientRank: found.clientRank,
    days: found.stageSince === null ? null : daysSince(found.stageSince, workspace.timeZone ?? "UTC", now),
    agent: found.assignedAccountName ?? null,
    canMove: openMoves(found).length > 0,
    canChange: allows(found, "update"),
    ...glanceAt(found, now),
  };
}
