import type { RouterContextProvider } from "react-router";
import { orMerged } from "../client-merges/client-merges.server.ts";
import type { Api } from "../json-api/api.ts";
import { obeys, offers } from "../json-api/service.ts";
import { orTrashed } from "../lists/or-trashed.server.ts";
import { clientPath, clientsPath } from "../record-paths.ts";
import {
  agentOf,
  apiOf,
  load,
  notFound,
  notOffered,
  permitted,
  recordId,
  requirePermission,
  sharedRead,
  viewOnly,
} from "../session/session.server.ts";
import type { BuyerProfile } from "./buyer-profile.ts";
import type { Client, ClientPerson } from "./client.ts";
import { findClient } from "./clients.server.ts";
import { clientImports, type FoundImport } from "./imports.server.ts";
import { importPath } from "./imports.ts";

type Context = Readonly<RouterContextProvider>;

interface PersonParams {
  readonly id: string;
  readonly personId: string;
}

const refusal = (id: string) => viewOnly("client", clientPath(id));

/** The client that a URL names; one that was merged into another leads on to that one. @throws 404 where there is none that the current user may see */
export const loadClient = sharedRead(
  async (context, id): Promise<Client> =>
    load(orTrashed(context, id, clientsPath, orMerged(context, id, findClient(apiOf(context), recordId(id))))),
);

/** The same for a page that changes it. @throws 403 for those with view-only access */
export async function loadClientFor(action: "update" | "archive", context: Context, id: string): Promise<Client> {
  return permitted(await loadClient(context, id), action, refusal(id));
}

/** A client's buyer profile, to change it. @throws 404, also where the service has no profiles; 403 */
export async function loadBuyerProfile(
  context: Context,
  id: string,
): Promise<{ client: Client; profile: BuyerProfile }> {
  const client = await loadClient(context, id);
  const profile = client.buyerProfile;
  if (profile === null)
    throw obeys(apiOf(context).service, "clients", "include=buyer_profile") ? notFound() : notOffered();
  return { client, profile: permitted(profile, "update", refusal(id)) };
}

/** A person of a client's household, to change them. @throws 404; 403 for those with view-only access */
export async function loadPersonFor(
  action: "update" | "remove",
  context: Context,
  params: PersonParams,
): Promise<{ client: Pick<Client, "id" | "name">; person: ClientPerson }> {
  const client = await loadClient(context, params.id);
  const person = permitted(personOf(client, params.personId), action, refusal(client.id));
  return { client: { id: client.id, name: client.name }, person };
}

/** The person that a URL names. @throws ApiError; 404 when they belong to another household */
export async function findPersonOf(api: Api, { id, personId }: PersonParams): Promise<ClientPerson> {
  return personOf(await findClient(api, recordId(id)), recordId(personId));
}

// The service itself would give a person under any client.
function personOf(client: Client, personId: string): ClientPerson {
  const person = householdOf(client).find(({ id }) => id === personId);
  if (person === undefined) throw notFound();
  return person;
}

/** The people of a client's household. @throws 501 where the service has no households */
export function householdOf({ people }: Client): readonly ClientPerson[] {
  if (people === null) throw notOffered();
  return people;
}

/** @throws 403 where clients may not be imported */
export function requireImport(context: Context): void {
  requirePermission(context, "clients.import", "import clients", { label: "Back to clients", href: clientsPath });
}

/** The import that a URL names. @throws 404 where there is none that the current user may see */
export async function loadImport(context: Context, id: string): Promise<FoundImport> {
  return load(clientImports.find(apiOf(context), recordId(id)));
}

/** The same for a page that completes or undoes it, whether that is done already or not. @throws 403 */
export async function loadImportToChange(context: Context, id: string): Promise<FoundImport> {
  const found = await loadImport(context, id);
  requirePermission(context, "clients.import", "change imports", {
    label: "Back to the import",
    href: importPath(found.id),
  });
  return found;
}

/** Whether the current user may take a copy of what is kept about a client. */
export function mayCopyData(context: Context): boolean {
  return agentOf(context).can("clients.export") && offers(apiOf(context).service, "clients/copies");
}

/** Whether the current user may share properties, and the service shares several at once. */
export function maySharePackages(context: Context): boolean {
  return agentOf(context).can("opportunities.create") && offers(apiOf(context).service, "clients/package_shares");
}
