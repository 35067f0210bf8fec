import type { RouterContextProvider } from "react-router";
import { apiOf, load, notFound, permitted, recordId, viewOnly } from "../session/session.server.ts";
import type { BuyerProfile } from "./buyer-profile.ts";
import type { Client, ClientPerson } from "./client.ts";
import { clientPath } from "./client-links.ts";
import { findClient } from "./clients.server.ts";
import { type FoundImport, findImport } from "./imports.server.ts";
import { importPath } from "./imports.ts";

type Context = Readonly<RouterContextProvider>;

const refusal = (id: string) => viewOnly("client", clientPath(id));

/** The client of a page's address. @throws 404 for what is none, or none of the current user's */
export async function loadClient(context: Context, id: string): Promise<Client> {
  return load(findClient(apiOf(context), recordId(id)));
}

/** The same for a page that does something to it. @throws 403 for those who may only look */
export async function loadClientFor(action: "update" | "archive", context: Context, id: string): Promise<Client> {
  return permitted(await loadClient(context, id), action, refusal(id));
}

/** A client's buyer profile, to change it. @throws 404, also where the service keeps none; 403 */
export async function loadBuyerProfile(
  context: Context,
  id: string,
): Promise<{ client: Client; profile: BuyerProfile }> {
  const client = await loadClient(context, id);
  const profile = client.buyerProfile;
  if (profile === null) throw notFound();
  return { client, profile: permitted(profile, "update", refusal(id)) };
}

/** Somebody of a client's household. @throws 404, or 403 for those who may only look */
export async function loadPersonFor(
  action: "update" | "remove",
  context: Context,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<{ client: Client; person: ClientPerson }> {
  const client = await loadClient(context, id);
  return { client, person: permitted(personOf(client, personId), action, refusal(id)) };
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

/** The import of a page's address. @throws 404 for what is none, or none of the current user's */
export async function loadImport(context: Context, id: string): Promise<FoundImport> {
  return load(findImport(apiOf(context), recordId(id)));
}

/** The same for a page that does something to it. @throws 403 where that is done, or not for the current user */
export async function loadImportFor(action: "complete" | "undo", context: Context, id: string): Promise<FoundImport> {
  return permitted(await loadImport(context, id), action, {
    refused: "This import was completed or undone already, or you don't have permission to change it.",
    back: { label: "Back to the import", href: importPath(id) },
  });
}
