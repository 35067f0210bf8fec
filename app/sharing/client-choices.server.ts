import type { RouterContextProvider } from "react-router";
import { type ClientAddress, findClientAddress, listNamedClients, pageOfAddresses } from "../clients/clients.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { settle } from "../json-api/settle.ts";
import { findClientFits } from "../matching/fits.server.ts";
import { pickableClients } from "../picking/picking.server.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { mostChosen, mostFound } from "./share-link.ts";

/** The clients that a property can be shared with. */

type Context = Readonly<RouterContextProvider>;

type ClientChoice = Pick<ClientAddress, "id" | "name"> & { readonly email: string | null };
type FittingClient = ClientChoice & { readonly reasons: readonly string[] };

/** Clients whom a property fits and who have no opportunity for it, and why; none where the service does not compare. */
export async function listFitting(context: Context, packageId: string): Promise<readonly FittingClient[]> {
  const found = await settle(apiOf(context), (api) => findClientFits(api, packageId, mostChosen), logFaults(context));
  if (!found.ok) return [];
  const fresh = found.data.fits.filter(({ isPaired }) => !isPaired);
  return fresh.map(({ clientId: id, name, email, reasons }) => ({ id, name, email, reasons }));
}

/** Clients in which these words are found, or else similar ones; the first by name where there are no words. */
export async function listFound(
  api: Api,
  search: string,
): Promise<{ readonly clients: readonly ClientChoice[]; readonly isGuess: boolean }> {
  const { items, page } = await pageOfAddresses(api, search === "" ? null : search, mostFound);
  if (items.length > 0 || search === "")
    return { clients: items.map(({ id, name, email }) => ({ id, name, email })), isGuess: page.isSimilar === true };
  const { options, isGuess } = await pickableClients(api).search(search);
  return { clients: options.map(({ id, name, detail }) => ({ id, name, email: detail || null })), isGuess };
}

/** Those who were chosen on the list of clients, as far as they are there; null where none were, or they cannot be looked up. */
export async function listNamed(context: Context, ids: readonly string[] | null) {
  if (ids === null) return null;
  const found = await settle(apiOf(context), (api) => listNamedClients(api, ids), logFaults(context));
  if (!found.ok) return null;
  const clients = found.data.map(({ id, name, email }) => ({ id, name, email }));
  return {
    clients,
    ids: clients.map(({ id }) => id),
    missing: ids.length - clients.length,
    unreachable: unreachable(clients),
  };
}

/** Who was chosen before somebody else was looked for; whoever is gone meanwhile is left out. */
export async function listChosen(api: Api, ids: readonly string[]): Promise<readonly ClientChoice[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      try {
        const { name, email } = await findClientAddress(api, id);
        return [{ id, name, email }];
      } catch (error) {
        if (error instanceof ApiError && error.kind === "missing") return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

/** Who may be chosen: those of `first`, and then whoever is found. */
export function choicesOf(
  search: string,
  { clients: found, isGuess }: Awaited<ReturnType<typeof listFound>>,
  first: readonly (ClientChoice | FittingClient)[],
) {
  const ids = new Set<string>();
  const options = [...first, ...found].flatMap((client) => {
    if (ids.has(client.id)) return [];
    ids.add(client.id);
    return [client];
  });
  return { search, found: found.length, isGuess, options: options.map(toOption), unreachable: unreachable(options) };
}

/** The names of those who have no email address: whatever is shared with them, they get no email. */
function unreachable(clients: readonly ClientChoice[]): string[] {
  return clients.filter(({ email }) => !email).map(({ name }) => name);
}

function toOption(client: ClientChoice | FittingClient) {
  const { id, name, email } = client;
  const label = `${name}, ${email || "no email address"}`;
  return { value: id, label: "reasons" in client ? `${label}. Fits: ${client.reasons.join(", ")}` : label };
}
