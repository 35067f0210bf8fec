import { href } from "react-router";
import * as z from "zod/mini";
import { clientPath, opportunitiesPath, opportunityPath, packagePath } from "../record-paths.ts";
import { checkbox, optionalId, optionalText, requiredText } from "../ui/form-values.ts";

export const sharedKinds = {
  client: {
    calls: "/clients",
    noun: "client",
    with: "They see the client with all opportunities, properties, documents and messages, and change nothing.",
    sharingPage: (id: string) => href("/clients/:id/sharing", { id }),
    endingPage: (id: string, memberId: string) => href("/clients/:id/sharing/:memberId/ending", { id, memberId }),
  },
  package: {
    calls: "/packages",
    noun: "property",
    with: "They see the property with its documents, and change nothing.",
    sharingPage: (packageId: string) => href("/packages/:packageId/sharing", { packageId }),
    endingPage: (packageId: string, memberId: string) =>
      href("/packages/:packageId/sharing/:memberId/ending", { packageId, memberId }),
  },
} as const;

export interface SharedRef {
  readonly kind: keyof typeof sharedKinds;
  readonly id: string;
}

export const shareForm = z.object({
  colleagueText: requiredText("Choose a colleague.", 400),
  colleague: z.optional(optionalId()),
  colleagueFor: z.optional(optionalText(400)),
});

/** The records that have an agent: how the service calls them, their pages, and the lists that they are in. */
export const assignedKinds = {
  client: {
    calls: "/clients",
    noun: "client",
    list: { label: "Clients", href: href("/clients") },
    page: clientPath,
    agentPage: (id: string) => href("/clients/:id/agent", { id }),
  },
  package: {
    calls: "/packages",
    noun: "property",
    list: { label: "Properties", href: href("/packages") },
    page: packagePath,
    agentPage: (packageId: string) => href("/packages/:packageId/agent", { packageId }),
  },
  opportunity: {
    calls: "/opportunities",
    noun: "opportunity",
    list: { label: "Pipeline", href: opportunitiesPath },
    page: opportunityPath,
    agentPage: (opportunityId: string) => href("/opportunities/:opportunityId/agent", { opportunityId }),
  },
} as const;
type AssignedKind = keyof typeof assignedKinds;

export interface AssignedRef {
  readonly kind: AssignedKind;
  readonly id: string;
}

/** What a service says about an assignment; members that it leaves out arrive as null. */
export const assignmentAttributes = {
  name: z.string(),
  accountId: z.nullable(z.string()),
  accountName: z.nullable(z.string()),
  /** How many deals and open tasks of the agent's can go along. */
  deals: z.number(),
  tasks: z.number(),
};

export const agentForm = z.object({
  agentText: requiredText("Choose a colleague.", 400),
  agent: z.optional(optionalId()),
  agentFor: z.optional(optionalText(400)),
  withDeals: checkbox(),
  withTasks: checkbox(),
});
