import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { bestMatches } from "../picking/best-matches.ts";
import { mostOptions, type PickOption } from "../picking/pick.ts";
import { named, noPicture, type Pickable, picturesOf, suggest } from "../picking/picking.server.ts";
import { identityApiOf, logFaults } from "../session/session.server.ts";
import type { Member } from "./member.ts";
import { listMembers } from "./members.server.ts";

/** Colleagues to pick by typing. */

/** Colleagues whom records may be assigned to. @param api the one for identity */
export function pickableAgents(api: Api, pictureOf = noPicture): Pickable {
  return pickableColleagues(api, pictureOf, ({ mayBeAgent }) => mayBeAgent !== false);
}

/** The people of the workspace, who are few: they are compared here. @param api the one for identity */
export function pickableColleagues(
  api: Api,
  pictureOf = noPicture,
  isOffered: (member: Member) => boolean = () => true,
): Pickable {
  const list = async () =>
    (await listMembers(api)).filter(isOffered).map(({ id, firstName, lastName, email, profilePicture }) => ({
      id,
      name: `${firstName} ${lastName}`.trim(),
      detail: email,
      picture: pictureOf(profilePicture?.url ?? null),
    }));
  return {
    first: async () => (await list()).slice(0, mostOptions),
    search: async (words) => bestMatches(words, await list(), mostOptions),
    // Who did something may have left the workspace since.
    async find(id) {
      const found = (await list()).find((member) => member.id === id);
      return found ?? named(id, "Former colleague");
    },
  };
}

/** What the page says of a colleague. @param api the one for identity */
export async function nameOfColleague(api: Api, id: string): Promise<string> {
  return (await pickableColleagues(api).find(id)).name;
}

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
