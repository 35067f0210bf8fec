/** The record that a task is about. */
import { client } from "../clients/client.ts";
import { document } from "../documents/document.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { findRecord } from "../engine/reading.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import type { TableResource } from "../engine/table.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { packageResource } from "../packages/package.ts";
import type { GivenAbout } from "./inputs.ts";

type AboutColumns = Readonly<Record<"clientId" | "packageId" | "opportunityId" | "documentId", string | null>>;

interface Kind {
  readonly resource: TableResource;
  readonly columns: (id: string) => Partial<AboutColumns>;
}

const nothing: AboutColumns = { clientId: null, packageId: null, opportunityId: null, documentId: null };

const kinds: Readonly<Record<GivenAbout["type"], Kind>> = {
  client: { resource: client, columns: (clientId) => ({ clientId }) },
  package: { resource: packageResource, columns: (packageId) => ({ packageId }) },
  opportunity: { resource: opportunity, columns: (opportunityId) => ({ opportunityId }) },
  document: { resource: document, columns: (documentId) => ({ documentId }) },
};

/**
 * The columns of a task that say what it is about.
 * @throws Refusal 400 for a record that does not exist for the current user
 */
export async function columnsOfAbout(
  database: Queries,
  currentUser: Member,
  about: GivenAbout | null,
): Promise<AboutColumns> {
  if (about === null) return nothing;
  const { resource, columns } = kinds[about.type];
  const record = await findRecord(database, resource, currentUser, about.id);
  if (record === null) throw invalidAttribute("about", "The record this task is about does not exist.");
  return { ...nothing, ...columns(about.id) };
}
