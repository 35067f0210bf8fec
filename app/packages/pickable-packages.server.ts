import type { Api } from "../json-api/api.ts";
import { mostOptions, type PickOption } from "../picking/pick.ts";
import { noPicture, type Pickable } from "../picking/picking.server.ts";
import { searchOf } from "../picking/search-kinds.server.ts";
import { cityLine } from "../ui/city-line.ts";
import { findAddress, listAddresses, type PackageAddress } from "./packages.server.ts";

/** Properties to pick by typing. */
export function pickablePackages(api: Api, pictureOf = noPicture): Pickable {
  const optionOf = (found: PackageAddress): PickOption => ({
    id: found.id,
    name: found.street,
    detail: cityLine(found),
    picture: pictureOf(found.photoUrl),
  });
  const list = async (words: string | null) => (await listAddresses(api, words, mostOptions)).map(optionOf);
  return {
    first: () => list(null),
    search: searchOf(api, ["package"], pictureOf, list),
    find: async (id) => optionOf(await findAddress(api, id)),
  };
}
