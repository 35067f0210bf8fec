import type { RouterContextProvider } from "react-router";
import { type ClientAddress, findClientAddress, pageOfAddresses } from "../clients/clients.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { settle } from "../json-api/settle.ts";
import { findClientFits } from "../matching/fits.server.ts";
import { pickableClients } from "../picking/picking.server.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { mostFound } from "./share-link.ts";

/** The clients that a property can be shared with. */

type Context = Readonly<RouterContextProvider>;

export type ClientChoice = Pick<ClientAddress, "id" | "name"> & { readonly email: string | null };
export type FittingClient = ClientChoice & { readonly reasons: readonly string[] };

/** As many as are ticked to begin with. */
const mostFitting = 20;

/** Clients whom a property fits and who have no opportunity for it, and why; none where the service does not compare. */
export async function listFitting(context: Context, packageId: string): Promise<readonly FittingClient[]> {
  const found = await settle(apiOf(context), (api) => findClientFits(api, packageId, mostFitting), logFaults(context));
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
