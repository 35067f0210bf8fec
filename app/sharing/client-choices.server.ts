import { type ClientAddress, findClientAddress, listClientAddresses } from "../clients/clients.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { pickableClients } from "../picking/picking.server.ts";
import { mostFound } from "./share-link.ts";

/** The clients that a property can be shared with. */

export type ClientChoice = Pick<ClientAddress, "id" | "name"> & { readonly email: string | null };

/** Clients in which these words are found, or else similar ones; the first by name where there are no words. */
export async function listFound(
  api: Api,
  search: string,
): Promise<{ readonly clients: readonly ClientChoice[]; readonly isGuess: boolean }> {
  const found = await listClientAddresses(api, search === "" ? null : search, mostFound);
  if (found.length > 0 || search === "")
    return { clients: found.map(({ id, name, email }) => ({ id, name, email })), isGuess: false };
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
