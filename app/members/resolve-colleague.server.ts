import type { Api } from "../json-api/api.ts";
import type { TypedPick } from "../picking/pick.ts";
import { noPicture } from "../picking/picking.server.ts";
import { resolvePick } from "../picking/resolve-pick.server.ts";
import { pickableColleagues } from "./pickable-colleagues.server.ts";

/**
 * The id of the colleague that the fields `agentText`, `agent` and `agentFor`, or the like, mean; null where nothing was typed.
 * @param api the one for identity
 * @param name of the field where one of several is chosen, as in "agent"
 * @param except the id of a colleague who cannot be meant
 * @throws FormRefusal with a `PickQuestion` where the typed text does not say which one
 */
export function resolveColleague(
  api: Api,
  name: string,
  typed: Omit<TypedPick, "text"> & { readonly text: string | null | undefined },
  except?: string,
): Promise<string | null> {
  return resolvePick(
    pickableColleagues(api, noPicture, ({ id }) => id !== except),
    { ...typed, text: typed.text ?? null },
    {
      text: `${name}Text`,
      chosen: name,
      unknown: `No ${except === undefined ? "" : "other "}colleague has this name.`,
      several: "Choose which colleague you mean.",
    },
  );
}
