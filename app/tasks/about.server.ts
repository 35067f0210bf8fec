import { findClientAddress } from "../clients/clients.server.ts";
import { findDocument } from "../documents/documents.server.ts";
import { FormRefusal } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { type OnFault, settle } from "../json-api/settle.ts";
import { findOpportunity } from "../opportunities/opportunities.server.ts";
import { findAddress } from "../packages/packages.server.ts";
import { askWhich, type PickOption, type WhichOne } from "../picking/pick.ts";
import {
  type PictureOf,
  pickableClients,
  pickableDocuments,
  pickableOfKinds,
  pickablePackages,
  understand,
} from "../picking/picking.server.ts";
import { type About, type AboutType, type ResolvedTask, readAbout, type TypedTask } from "./task.ts";

const nameOf: Readonly<Record<AboutType, (api: Api, id: string) => Promise<string>>> = {
  client: async (api, id) => (await findClientAddress(api, id)).name,
  package: async (api, id) => (await findAddress(api, id)).street,
  async opportunity(api, id) {
    const { client, package: property } = await findOpportunity(api, id);
    return [client?.name, property?.street].filter((name) => name !== undefined).join(", ");
  },
  document: async (api, id) => (await findDocument(api, id)).label,
};

/** The record that an address of a page names; null when it names none, or none that can be had. */
export async function findAbout(api: Api, text: string | null, onFault: OnFault): Promise<About | null> {
  const about = readAbout(text);
  if (about === null) return null;
  const name = await settle(nameOf[about.type](api, about.id), onFault);
  return name.ok ? { ...about, name: name.data } : null;
}

/** What a task may be about, as `writeAbout` says it: a client, a property or a document. */
export function pickableAbout(api: Api, pictureOf?: PictureOf) {
  const kinds = {
    client: pickableClients(api, pictureOf),
    package: pickablePackages(api, pictureOf),
    document: pickableDocuments(api),
  };
  return pickableOfKinds(api, kinds, pictureOf);
}

/** What may be typed, to begin with; nothing when it cannot be had, since anything may be typed all the same. */
export async function suggestAbout(api: Api, pictureOf: PictureOf, onFault: OnFault): Promise<readonly PickOption[]> {
  const found = await settle(pickableAbout(api, pictureOf).first(), onFault);
  return found.ok ? found.data : [];
}

/** Which of several records the typed text means; null where it means none. */
export interface AboutQuestion {
  readonly which: WhichOne | null;
}

/**
 * A typed task with the record that it is about.
 * @throws FormRefusal with an `AboutQuestion` where the typed text does not say which one
 */
export async function resolveTask(api: Api, typed: TypedTask): Promise<ResolvedTask> {
  const { title, dueOn, repeat, assignee, isVisibleToClient } = typed;
  return { title, dueOn, repeat, assignee, isVisibleToClient, about: await resolveAbout(api, typed) };
}

async function resolveAbout(
  api: Api,
  { about, aboutText: text, aboutChosen: chosen, aboutFor }: TypedTask,
): Promise<ResolvedTask["about"]> {
  if (text == null) return readAbout(about);
  // A choice that was made for another text says nothing of this one.
  const choice = aboutFor === text ? readAbout(chosen) : null;
  if (choice !== null) return choice;
  const meaning = await understand(pickableAbout(api), { text, chosen: null, chosenFor: null });
  if (meaning.kind === "one") return readAbout(meaning.id);
  if (meaning.kind === "none")
    throw ask({ aboutText: ["There is no client, property or document of this name."] }, null);
  throw ask({ aboutChosen: ["Choose which one you mean."] }, askWhich(text, meaning));
}

function ask(fieldErrors: Readonly<Record<string, readonly string[]>>, which: WhichOne | null) {
  return new FormRefusal<AboutQuestion>({ fieldErrors, question: { which } });
}
