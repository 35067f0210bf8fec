import { data, type RouterContextProvider } from "react-router";
import { allows } from "../json-api/resource.ts";
import { load, notFound, recordId } from "../session/loading.server.ts";
import { apiOf } from "../session/session.server.ts";
import type { BuyerProfile } from "./buyer-profile.ts";
import type { Client, ClientPerson } from "./client.ts";
import { findClient } from "./clients.server.ts";
import { type FoundImport, findImport } from "./imports.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The client of a page's address. @throws 404 for what is none, or none of the asker's */
export async function openClient(context: Context, id: string): Promise<Client> {
  return load(findClient(apiOf(context), recordId(id)));
}

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function openClientFor(action: "update" | "archive", context: Context, id: string): Promise<Client> {
  const client = await openClient(context, id);
  refuseUnless(allows(client, action));
  return client;
}

/** A client's buyer profile, to change it. @throws 404, also where the service keeps none; 403 */
export async function openBuyerProfile(
  context: Context,
  id: string,
): Promise<{ client: Client; profile: BuyerProfile }> {
  const client = await openClient(context, id);
  const profile = client.buyerProfile;
  if (profile === null) throw notFound();
  refuseUnless(allows(profile, "update"));
  return { client, profile };
}

/** Somebody of a client's household. @throws 404, or 403 for those who may only look */
export async function openPersonFor(
  action: "update" | "remove",
  context: Context,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<{ client: Client; person: ClientPerson }> {
  const client = await openClient(context, id);
  const person = personOf(client, personId);
  refuseUnless(allows(person, action));
  return { client, person };
}

/** Somebody of this household; the service itself would take them under any client's address. @throws 404 */
export function personOf(client: Client, personId: string): ClientPerson {
  const person = householdOf(client).find(({ id }) => id === personId);
  if (person === undefined) throw notFound();
  return person;
}

/** The people of a client's household. @throws 404 where the service keeps none */
export function householdOf({ people }: Client): readonly ClientPerson[] {
  if (people === null) throw notFound();
  return people;
}

/** The import of a page's address. @throws 404 for what is none, or none of the asker's */
export async function openImport(context: Context, id: string): Promise<FoundImport> {
  return load(findImport(apiOf(context), recordId(id)));
}

/** The same for a page that does something to it. @throws 403 where that is done, or not for the asker */
export async function openImportFor(action: "complete" | "undo", context: Context, id: string): Promise<FoundImport> {
  const found = await openImport(context, id);
  if (!allows(found, action)) throw data("This cannot be done with this import, or not by you.", { status: 403 });
  return found;
}

function refuseUnless(allowed: boolean): void {
  if (!allowed) throw data("You may look at this client, but not change it.", { status: 403 });
}
