import { findClientAddress } from "../clients/clients.server.ts";
import { pickableClients } from "../clients/pickable-clients.server.ts";
import { findDocument } from "../documents/documents.server.ts";
import { pickableDocuments } from "../documents/pickable-documents.server.ts";
import type { Api } from "../json-api/api.ts";
import { type OnFault, settle } from "../json-api/settle.ts";
import { resolveColleague } from "../members/resolve-colleague.server.ts";
import { findOpportunity } from "../opportunities/opportunities.server.ts";
import { findAddress } from "../packages/packages.server.ts";
import { pickablePackages } from "../packages/pickable-packages.server.ts";
import { isGone, type PictureOf } from "../picking/picking.server.ts";
import { resolvePick } from "../picking/resolve-pick.server.ts";
import { pickableOfKinds } from "../picking/search-kinds.server.ts";
import type { Part } from "../ui/not-loaded.tsx";
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

/** What a record is called whose name cannot be had. */
const unnamed: Readonly<Record<AboutType, string>> = {
  client: "This client",
  package: "This property",
  opportunity: "This opportunity",
  document: "This document",
};

/** The record that an address of a page names, and whether its name could be loaded; null when it names none, or none that exists. */
export async function findAbout(
  api: Api,
  text: string | null,
  onFault: OnFault,
): Promise<{ readonly about: About; readonly name: Part } | null> {
  const about = readAbout(text);
  if (about === null) return null;
  const name = await settle(api, (api) => nameOf[about.type](api, about.id), onFault);
  if (name.ok) return { about: { ...about, name: name.data }, name: { ok: true } };
  return isGone(name.code) ? null : { about: { ...about, name: unnamed[about.type] }, name };
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

/** The same without documents: a client or a property. */
export function pickableHolders(api: Api, pictureOf?: PictureOf) {
  const kinds = { client: pickableClients(api, pictureOf), package: pickablePackages(api, pictureOf) };
  return pickableOfKinds(api, kinds, pictureOf);
}

/**
 * A typed task with the records that it names.
 * @throws FormRefusal with a `PickQuestion` where a typed text does not say which one
 */
export async function resolveTask(api: Api, identityApi: Api, typed: TypedTask): Promise<ResolvedTask> {
  const { title, dueOn, repeat, isVisibleToClient, about, aboutText, aboutChosen, aboutFor } = typed;
  const { assigneeText, assignee, assigneeFor } = typed;
  const typedAbout = { text: aboutText ?? null, chosen: aboutChosen, chosenFor: aboutFor };
  const typedAssignee = { text: assigneeText, chosen: assignee, chosenFor: assigneeFor };
  const found = await resolvePick(pickableAbout(api), typedAbout, aboutFields);
  return {
    title,
    dueOn,
    repeat,
    isVisibleToClient,
    about: readAbout(found ?? about),
    assignee: await resolveColleague(identityApi, "assignee", typedAssignee),
  };
}

const aboutFields = {
  text: "aboutText",
  chosen: "aboutChosen",
  unknown: "There is no client, property or document of this name.",
  several: "Choose which one you mean.",
};
