import type * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { type Candidate, labelOf, newChoice } from "../picking/pick.ts";
import type { WhichOne } from "../picking/pick-field.tsx";
import { pickableClients, pickablePackages, understand } from "../picking/picking.server.ts";
import type { NewOpportunity, newOpportunityForm } from "./opportunity.ts";

type Typed = z.output<typeof newOpportunityForm>;

/** The client and the property that are meant, or what has to be asked first. */
export type Pairing = { readonly opportunity: NewOpportunity } | { readonly question: PairQuestion };

/** What is not clear yet: what is wrong with a text, and which one of several it may be. */
export interface PairQuestion {
  readonly fieldErrors: Readonly<Record<string, readonly string[]>>;
  readonly client: WhichOne | null;
  /** Nobody is there whom the text could mean. */
  readonly isClientUnknown: boolean;
  readonly property: WhichOne | null;
}

/** Reads the two typed texts: a client has to be there already, a property may be a new one. */
export async function pairUp(api: Api, { rank, ...typed }: Typed): Promise<Pairing> {
  const [client, property] = await Promise.all([
    understand(pickableClients(api), { text: typed.client, chosen: typed.clientId, chosenFor: typed.clientFor }),
    understand(pickablePackages(api), { text: typed.property, chosen: typed.packageId, chosenFor: typed.packageFor }),
  ]);
  if (client.kind === "one" && property.kind === "one")
    return { opportunity: { clientId: client.id, packageId: property.id, rank } };
  if (client.kind === "one" && property.kind === "none")
    return { opportunity: { clientId: client.id, street: typed.property, rank } };
  const question = {
    fieldErrors: {
      ...(client.kind === "none"
        ? { client: ["There is no client of this name or e-mail. Create the client first."] }
        : {}),
      ...(client.kind === "several" ? { clientId: ["Choose the client that you mean."] } : {}),
      ...(property.kind === "several" ? { packageId: ["Choose the property that you mean."] } : {}),
    },
    isClientUnknown: client.kind === "none",
    client: client.kind === "several" ? askWhich(typed.client, client.candidates) : null,
    property:
      property.kind === "several"
        ? askWhich(typed.property, property.candidates, `A new property at “${typed.property}”`)
        : null,
  };
  return { question };
}

function askWhich(text: string, candidates: readonly Candidate[], orNew?: string): WhichOne {
  const known = candidates.map((candidate) => ({ value: candidate.id, label: labelOf(candidate) }));
  return { text, options: orNew === undefined ? known : [...known, { value: newChoice, label: orNew }] };
}
