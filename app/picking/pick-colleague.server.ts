import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { identityApiOf, logFaults } from "../session/session.server.ts";
import type { PickOption, TypedPick } from "./pick.ts";
import { noPicture, pickableAgents, pickableColleagues, picturesOf, suggest } from "./picking.server.ts";
import { resolvePick } from "./resolve-pick.server.ts";

/** Colleagues in a form whose fields are `agentText`, `agent` and `agentFor`, or the like with another name. */

/** What a picker of colleagues offers before anything is typed; nothing when it cannot be had. */
export function suggestColleagues(context: Readonly<RouterContextProvider>): Promise<readonly PickOption[]> {
  const pictureOf = picturesOf(context);
  return suggest(identityApiOf(context), (api) => pickableColleagues(api, pictureOf), logFaults(context));
}

/** The same, of those to whom records may be assigned. */
export function suggestAgents(context: Readonly<RouterContextProvider>): Promise<readonly PickOption[]> {
  const pictureOf = picturesOf(context);
  return suggest(identityApiOf(context), (api) => pickableAgents(api, pictureOf), logFaults(context));
}

/**
 * The id of the colleague that the fields mean; null where nothing was typed.
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
