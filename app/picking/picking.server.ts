import { href, type RouterContextProvider } from "react-router";
import {
  type ClientAddress,
  findClientAddress,
  listClientAddresses,
  listNewestClients,
} from "../clients/clients.server.ts";
import { findDocument, listDocumentNames } from "../documents/documents.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { isRecordId } from "../json-api/record.ts";
import { type OnFault, type SettledCode, settle } from "../json-api/settle.ts";
import { listMembers } from "../members/members.server.ts";
import { placeOf } from "../packages/package.ts";
import { findAddress, listAddresses, type PackageAddress } from "../packages/packages.server.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { findMatches } from "../search/search.server.ts";
import type { KindKey } from "../search/search.ts";
import { agentOf } from "../session/session.server.ts";
import { bestMatches, namesFirst } from "./best-matches.ts";
import {
  type Candidate,
  type FoundOptions,
  type Meaning,
  meaningOf,
  mostOptions,
  newChoice,
  type PickOption,
  plainWords,
  soughtWords,
  type TypedPick,
} from "./pick.ts";

/** Records to pick by typing, asked of the service. */
export interface Pickable {
  /** What is offered before anything is typed: the newest, or all where there are few. */
  first(): Promise<readonly PickOption[]>;
  /** What has the words, the likeliest first; where nothing has, what is spelled like them. */
  search(words: string): Promise<FoundOptions>;
  /** @throws ApiError "missing" */
  find(id: string): Promise<Candidate>;
}

/** Gives the address of a picture as this app serves it; null where none is shown. */
export type PictureOf = (source: string | null) => string | null;

const noPicture: PictureOf = () => null;

/** Pictures for the people of the current user's workspace, as small as in lists. */
export function picturesOf(context: Readonly<RouterContextProvider>): PictureOf {
  const { workspace } = agentOf(context);
  const pictures = context.get(picturesContext);
  return (source) => (source === null ? null : pictures.pathOf(source, 200, workspace.id));
}

/** The page where a client is created; undefined for whoever may not. */
export function createClientPath(context: Readonly<RouterContextProvider>): string | undefined {
  return agentOf(context).can("clients.create") ? href("/clients/new") : undefined;
}

export function pickableClients(api: Api, pictureOf = noPicture): Pickable {
  const optionOf = ({ id, name, email, phoneNumber, profileImageUrl }: ClientAddress): PickOption => ({
    id,
    name,
    detail: email ?? phoneNumber ?? "",
    picture: pictureOf(profileImageUrl),
  });
  return {
    first: async () => (await listNewestClients(api, mostOptions)).map(optionOf),
    search: searchOf(api, ["client"], pictureOf, async (words) =>
      (await listClientAddresses(api, words, mostOptions)).map(optionOf),
    ),
    find: async (id) => optionOf(await findClientAddress(api, id)),
  };
}

export function pickablePackages(api: Api, pictureOf = noPicture): Pickable {
  const optionOf = (found: PackageAddress): PickOption => ({
    id: found.id,
    name: found.street,
    detail: placeOf(found),
    picture: pictureOf(found.photoUrl),
  });
  const list = async (words: string | null) => (await listAddresses(api, words, mostOptions)).map(optionOf);
  return {
    first: () => list(null),
    search: searchOf(api, ["package"], pictureOf, list),
    find: async (id) => optionOf(await findAddress(api, id)),
  };
}

export function pickableDocuments(api: Api): Pickable {
  const list = async (words: string | null) =>
    (await listDocumentNames(api, words, mostOptions)).map(({ id, label }) => ({ ...named(id, label), picture: null }));
  return {
    first: () => list(null),
    search: searchOf(api, ["document"], noPicture, list),
    find: async (id) => named(id, (await findDocument(api, id)).label),
  };
}

const named = (id: string, name: string): Candidate => ({ id, name, detail: "" });

/** The people of the workspace, who are few: they are compared here. @param api the one for identity */
export function pickableColleagues(api: Api, pictureOf = noPicture): Pickable {
  const list = async () =>
    (await listMembers(api)).map(({ id, firstName, lastName, email, profilePicture }) => ({
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

/** Several kinds in one field; their ids begin with the kind, as in "client.5f…". */
export function pickableOfKinds(api: Api, kinds: Readonly<Partial<Record<KindKey, Pickable>>>, pictureOf = noPicture) {
  const entries = Object.entries(kinds);
  const written = (kind: string) => (option: PickOption) => ({ ...option, id: `${kind}.${option.id}` });
  const listEach = async (list: (pickable: Pickable) => Promise<readonly PickOption[]>) => {
    const lists = await Promise.all(entries.map(async ([kind, pickable]) => (await list(pickable)).map(written(kind))));
    return lists.flat();
  };
  return {
    first: () => listEach(async (pickable) => (await pickable.first()).slice(0, mostOptions / entries.length)),
    search: searchOf(
      api,
      entries.map(([kind]) => kind),
      pictureOf,
      (words) => listEach(async (pickable) => (await pickable.search(words)).options),
      written,
    ),
  };
}

/** Searches these kinds at once, and their lists one by one where the service cannot search everything. */
function searchOf(
  api: Api,
  kinds: readonly string[],
  pictureOf: PictureOf,
  list: (words: string) => Promise<readonly PickOption[]>,
  written = (_kind: string) => (option: PickOption) => option,
) {
  return async (words: string): Promise<FoundOptions> => {
    if (words === "") return { options: [], isGuess: false };
    try {
      const found = await findMatches(api, words, { limit: mostOptions, kinds });
      const options = found.map(({ subjectType, subjectId: id, title: name, detail, reason, pictureUrl }) =>
        written(subjectType)({
          id,
          name,
          detail: detail ?? "",
          picture: pictureOf(pictureUrl),
          ...(typeof reason === "string" && { reason: `“${reason}”` }),
        }),
      );
      return { options: namesFirst(options, plainWords(words)), isGuess: found.some(({ isGuess }) => isGuess) };
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "missing") throw error;
      return { options: namesFirst(await list(words), plainWords(words)), isGuess: false };
    }
  };
}

/** What a typed text means; a choice that was made for just this text decides. "none" also for what is chosen as new. */
export async function understand(
  pickable: Pick<Pickable, "search">,
  { text, chosen, chosenFor }: TypedPick,
): Promise<Meaning> {
  if (chosen != null && chosenFor === text) {
    if (chosen === newChoice) return { kind: "none" };
    if (isRecordId(chosen)) return { kind: "one", id: chosen };
  }
  const { options, isGuess } = await pickable.search(soughtWords(text));
  const meaning = meaningOf(text, options);
  return meaning.kind === "several" && isGuess ? { ...meaning, isGuess } : meaning;
}

/** What a picker offers before anything is typed; nothing when it cannot be had, since anything may be typed all the same. */
export async function suggest(
  api: Api,
  pickableOf: (api: Api) => Pick<Pickable, "first">,
  onFault: OnFault,
): Promise<readonly PickOption[]> {
  const found = await settle(api, (api) => pickableOf(api).first(), onFault);
  return found.ok ? found.data : [];
}

/**
 * The record that an address of a page names to begin with; null when it names none, or none that exists.
 * @param unnamed what it is called when its name cannot be had, as in "This client"
 */
export async function findPicked(
  api: Api,
  pickableOf: (api: Api) => Pick<Pickable, "find">,
  { id, unnamed }: { readonly id: string | null; readonly unnamed: string },
  onFault: OnFault,
): Promise<Candidate | null> {
  if (id === null || !isRecordId(id)) return null;
  const found = await settle(api, (api) => pickableOf(api).find(id), onFault);
  if (found.ok) return found.data;
  return isGone(found.code) ? null : named(id, unnamed);
}

/** Whether a record that cannot be had will not be there the next time either. */
export function isGone(code: SettledCode): boolean {
  return code === "missing" || code === "forbidden";
}
