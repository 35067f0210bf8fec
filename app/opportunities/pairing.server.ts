import type * as z from "zod/mini";
import { FormRefusal } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { askWhich, type WhichOne } from "../picking/pick.ts";
import { pickableClients, pickablePackages } from "../picking/pickable-records.server.ts";
import { understand } from "../picking/picking.server.ts";
import { opportunitiesPath, opportunityPath } from "../record-paths.ts";
import type { To } from "../session/store.ts";
import { findActive } from "./opportunities.server.ts";
import type { NewOpportunity } from "./opportunity.ts";
import type { newOpportunityForm } from "./opportunity-forms.ts";
import { isOpenAlready, openOpportunity } from "./opportunity-writes.server.ts";

type Typed = z.output<typeof newOpportunityForm>;

/** Which of several records each typed text means. */
export interface PairQuestion {
  readonly client: WhichOne | null;
  /** Nobody is there whom the text could mean. */
  readonly isClientUnknown: boolean;
  readonly property: WhichOne | null;
}

/**
 * The pair that two typed texts mean: the client has to exist already, the property may be new.
 * @throws FormRefusal with a `PairQuestion` where that is not clear
 */
export async function pairUp(api: Api, { rank, ...typed }: Typed): Promise<NewOpportunity> {
  const [client, property] = await Promise.all([
    understand(pickableClients(api), { text: typed.client, chosen: typed.clientId, chosenFor: typed.clientFor }),
    understand(pickablePackages(api), { text: typed.property, chosen: typed.packageId, chosenFor: typed.packageFor }),
  ]);
  if (client.kind === "one" && property.kind === "one") return { clientId: client.id, packageId: property.id, rank };
  if (client.kind === "one" && property.kind === "none") return { clientId: client.id, street: typed.property, rank };
  const fieldErrors = {
    ...(client.kind === "none" ? { client: ["No client matches. Check the spelling, or create a new client."] } : {}),
    ...(client.kind === "several" ? { clientId: ["Choose which client you mean."] } : {}),
    ...(property.kind === "several" ? { packageId: ["Choose which property you mean."] } : {}),
  };
  const question: PairQuestion = {
    isClientUnknown: client.kind === "none",
    client: client.kind === "several" ? askWhich(typed.client, client) : null,
    property:
      property.kind === "several" ? askWhich(typed.property, property, `A new property at “${typed.property}”`) : null,
  };
  throw new FormRefusal({ question, fieldErrors });
}

const opened = "Opportunity opened.";

/** The opportunity that an earlier send of the same form opened, with a property that it may have created, too; null for none. */
export async function findOpened(api: Api, wanted: NewOpportunity): Promise<To | null> {
  if (!("packageId" in wanted)) return null;
  const own = await findActive(api, wanted.clientId, wanted.packageId);
  return own === null ? null : { location: opportunityPath(own.id), toast: opened };
}

/** Opens an opportunity, or leads to the one that the two have under way. */
export async function openOrFind(api: Api, wanted: NewOpportunity, key: string): Promise<To> {
  try {
    const created = await openOpportunity(api, wanted, key);
    return { location: created === null ? opportunitiesPath : opportunityPath(created.id), toast: opened };
  } catch (error) {
    if (!isOpenAlready(error) || !("packageId" in wanted)) throw error;
    const known = await findActive(api, wanted.clientId, wanted.packageId);
    if (known === null) throw error;
    return {
      location: opportunityPath(known.id),
      toast: "This client already has an open opportunity for this property.",
    };
  }
}
