import { type ClientAddress, findClientAddress, listClientAddresses } from "../clients/clients.server.ts";
import type { Api } from "../json-api/api.ts";
import { isRecordId } from "../json-api/record.ts";
import { type OnFault, settle } from "../json-api/settle.ts";
import { placeOf } from "../packages/package.ts";
import { findAddress, listAddresses, type PackageAddress } from "../packages/packages.server.ts";
import { type Candidate, type Meaning, meaningOf, newChoice, soughtWords, type TypedPick } from "./pick.ts";

/** Clients and properties to pick by typing, asked of the service. */
export interface Pickable {
  /** What may be meant: the likeliest, or those that hold the words. */
  list(words: string | null): Promise<readonly Candidate[]>;
  /** @throws ApiError "missing" */
  find(id: string): Promise<Candidate>;
}

export const pickableClients = (api: Api): Pickable => ({
  list: async (words) => (await listClientAddresses(api, words)).map(clientCandidate),
  find: async (id) => clientCandidate(await findClientAddress(api, id)),
});

export const pickablePackages = (api: Api): Pickable => ({
  list: async (words) => (await listAddresses(api, words)).map(packageCandidate),
  find: async (id) => packageCandidate(await findAddress(api, id)),
});

const clientCandidate = ({ id, name, email }: ClientAddress): Candidate => ({ id, name, detail: email ?? "" });
const packageCandidate = (found: PackageAddress): Candidate => ({
  id: found.id,
  name: found.street,
  detail: placeOf(found),
});

/** What a typed text means; a choice that was made for just this text decides. "none" also for what is chosen as new. */
export async function understand(pickable: Pickable, { text, chosen, chosenFor }: TypedPick): Promise<Meaning> {
  if (chosen != null && chosenFor === text) {
    if (chosen === newChoice) return { kind: "none" };
    if (isRecordId(chosen)) return { kind: "one", id: chosen };
  }
  return meaningOf(text, await pickable.list(soughtWords(text)));
}

/** The record that an address of a page names to begin with; null when it names none, or none that can be had. */
export async function findPicked(pickable: Pickable, id: string | null, onFault: OnFault): Promise<Candidate | null> {
  if (id === null || !isRecordId(id)) return null;
  const found = await settle(pickable.find(id), onFault);
  return found.ok ? found.data : null;
}
