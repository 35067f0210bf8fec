import { href } from "react-router";
import * as z from "zod/mini";
import { checkbox, optionalId, optionalText, requiredText } from "../ui/form-values.ts";

/** Whose record a client, a property or a deal is: the agent who works with it. */

/** The records that have an agent: how the service calls them, their pages, and the lists that they are in. */
export const assignedKinds = {
  client: {
    calls: "/clients",
    noun: "client",
    list: { label: "Clients", href: href("/clients") },
    page: (id: string) => href("/clients/:id", { id }),
    agentPage: (id: string) => href("/clients/:id/agent", { id }),
  },
  package: {
    calls: "/packages",
    noun: "property",
    list: { label: "Properties", href: href("/packages") },
    page: (packageId: string) => href("/packages/:packageId", { packageId }),
    agentPage: (packageId: string) => href("/packages/:packageId/agent", { packageId }),
  },
  opportunity: {
    calls: "/opportunities",
    noun: "opportunity",
    list: { label: "Pipeline", href: href("/opportunities") },
    page: (opportunityId: string) => href("/opportunities/:opportunityId", { opportunityId }),
    agentPage: (opportunityId: string) => href("/opportunities/:opportunityId/agent", { opportunityId }),
  },
} as const;
type AssignedKind = keyof typeof assignedKinds;

/** A record with an agent. */
export interface AssignedRef {
  readonly kind: AssignedKind;
  readonly id: string;
}

/** What a service says about an assignment; members that it leaves out arrive as null. */
export const assignmentAttributes = {
  /** Of the record. */
  name: z.string(),
  accountId: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  /** How many deals and open tasks of the agent's can go along. */
  deals: z.number(),
  tasks: z.number(),
};

/** The new agent by name, and what goes along. */
export const agentForm = z.object({
  agentText: requiredText("Choose a colleague.", 400),
  agent: z.optional(optionalId()),
  agentFor: z.optional(optionalText(400)),
  withDeals: checkbox(),
  withTasks: checkbox(),
});
