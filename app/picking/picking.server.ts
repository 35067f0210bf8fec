import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { isRecordId } from "../json-api/record.ts";
import { type OnFault, type SettledCode, settle } from "../json-api/settle.ts";
import { picturesContext } from "../pictures/pictures.ts";
import { agentOf } from "../session/session.server.ts";
import {
  type Candidate,
  type FoundOptions,
  type Meaning,
  meaningOf,
  newChoice,
  type PickOption,
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

export const noPicture: PictureOf = () => null;

/** Pictures for the people of the current user's workspace, as small as in lists. */
export function picturesOf(context: Readonly<RouterContextProvider>): PictureOf {
  const { workspace } = agentOf(context);
  const pictures = context.get(picturesContext);
  return (source) => (source === null ? null : pictures.pathOf(source, 200, workspace.id));
}

/** A record of which only its name is known. */
export const named = (id: string, name: string): Candidate => ({ id, name, detail: "" });

/** What a typed text means; a choice that was made for just this text decides. "none" also for what is chosen as new. */
export async function understand(
  pickable: Pick<Pickable, "search">,
  { text, chosen, chosenFor }: TypedPick,
): Promise<Meaning> {
  if (chosen != null && chosenFor === text) {
    if (chosen === newChoice) return { kind: "none" };
    if (isRecordId(chosen)) return { kind: "one", id: chosen };
  }
  const { options, isGuess, isUnsearched = false } = await pickable.search(soughtWords(text));
  const meaning = meaningOf(text, options);
  return meaning.kind === "several"
    ? { ...meaning, ...(isGuess && { isGuess }), ...(isUnsearched && { isUnsearched }) }
    : meaning;
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
