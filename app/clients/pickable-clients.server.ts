import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { mostOptions, type PickOption } from "../picking/pick.ts";
import { noPicture, type Pickable } from "../picking/picking.server.ts";
import { searchOf } from "../picking/search-kinds.server.ts";
import { newClientPath } from "../record-paths.ts";
import { agentOf } from "../session/session.server.ts";
import { type ClientAddress, findClientAddress, listClientAddresses, listRecentClients } from "./clients.server.ts";

/** The page where a client is created; undefined for whoever may not. */
export function createClientPath(context: Readonly<RouterContextProvider>): string | undefined {
  return agentOf(context).can("clients.create") ? newClientPath : undefined;
}

/** Clients to pick by typing. */
export function pickableClients(api: Api, pictureOf = noPicture): Pickable {
  const optionOf = ({ id, name, email, phoneNumber, profileImageUrl }: ClientAddress): PickOption => ({
    id,
    name,
    detail: email ?? phoneNumber ?? "",
    picture: pictureOf(profileImageUrl),
  });
  const list = async (words: string | null) => {
    const found = words === null ? listRecentClients(api, mostOptions) : listClientAddresses(api, words, mostOptions);
    return (await found).map(optionOf);
  };
  return {
    first: () => list(null),
    search: searchOf(api, ["client"], pictureOf, list),
    find: async (id) => optionOf(await findClientAddress(api, id)),
  };
}
