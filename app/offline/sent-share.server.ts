import { Readable } from "node:stream";
import { href, type RouterContextProvider } from "react-router";
import { fold } from "../../spelling/folding.ts";
import { createDocument } from "../documents/documents.server.ts";
import { createFolder, listFolders } from "../documents/folders.server.ts";
import type { Place } from "../documents/place.ts";
import { FormRefusal } from "../forms/forms.server.ts";
import { uuidOf } from "../forms/idempotent-write.server.ts";
import { ApiError } from "../json-api/api-error.ts";
import { offers, offersWrite } from "../json-api/service.ts";
import { keepAsDocuments } from "../messages/composing.server.ts";
import { addMessage, findDraft, keepDraft } from "../messages/messages.server.ts";
import { addPhotos } from "../packages/added-photos.server.ts";
import { resolvePick } from "../picking/resolve-pick.server.ts";
import { clientPath, packagePath, threadPath } from "../record-paths.ts";
import { upstreamContext } from "../session/context.ts";
import { agentOf, apiOf } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { pickableHolders } from "../tasks/about.server.ts";
import { readAbout } from "../tasks/task.ts";
import { refusalOf, storeSpooledFile } from "../uploads/receive-form.server.ts";
import { openSpoolFolder, type SpooledFile } from "../uploads/spool.server.ts";
import type { RefusedFile } from "../uploads/upload-limits.ts";
import { uploadsContext } from "../uploads/uploads.ts";
import { longestText, type ShareUse, type TypedShare } from "./share-form.ts";

type Context = Readonly<RouterContextProvider>;

/** Where what was shared goes. */
interface Target {
  readonly type: "client" | "package";
  readonly id: string;
}

/** What became of a share. */
export interface SentShare {
  /** Names of the files that are saved. */
  readonly kept: readonly string[];
  readonly failed: readonly RefusedFile[];
  /** Null where nothing was saved. */
  readonly to: To | null;
  /** What became of the rest, where something failed. */
  readonly otherwise?: string;
}

/** What the current user may do with something that was shared, where the service does it. */
export function usesFor(context: Context): readonly ShareUse[] {
  const { service } = context.get(upstreamContext).records;
  const { can } = agentOf(context);
  return [
    "documents",
    ...(offersWrite(service, "package_photos", "create") ? (["photos"] as const) : []),
    ...(can("messages.send") && offers(service, "message_threads") ? (["message"] as const) : []),
  ];
}

const holderFields = {
  text: "holderText",
  chosen: "holderChosen",
  unknown: "There is no client or property of this name.",
  several: "Choose which one you mean.",
};

/** @throws FormRefusal where the form does not say where it goes, or something that cannot go there */
export async function resolveTarget(
  context: Context,
  { use, holderText, holderChosen, holderFor }: TypedShare,
): Promise<Target> {
  const typed = { text: holderText ?? null, chosen: holderChosen, chosenFor: holderFor };
  const found = readAbout(await resolvePick(pickableHolders(apiOf(context)), typed, holderFields));
  if (found === null || (found.type !== "client" && found.type !== "package"))
    throw wrong("holderText", "Choose a client or a property.");
  if (use === "photos" && found.type !== "package")
    throw wrong("holderText", "Choose a property: only these have photos.");
  if (use === "message" && found.type !== "client") throw wrong("holderText", "Choose a client to write to.");
  return { type: found.type, id: found.id };
}

function wrong(field: string, sentence: string) {
  return new FormRefusal({ fieldErrors: { [field]: [sentence] }, status: 400 });
}

interface Sending {
  readonly files: readonly SpooledFile[];
  /** Files that were refused while they arrived. */
  readonly refused: readonly RefusedFile[];
  readonly value: TypedShare;
  /** Of the form: the same file of the same form is saved once. */
  readonly key: string;
}

/** Saves or sends what was shared; a file that fails does not stop the others. @throws ApiError, FormRefusal */
export async function sendShare(context: Context, target: Target, sending: Sending): Promise<SentShare> {
  if (sending.value.use === "message") return sendMessage(context, target.id, sending);
  const { files, refused, key, value } = sending;
  const { use, text } = value;
  const hasFiles = files.length + refused.length > 0;
  if (!hasFiles && text === null) throw wrong("text", "Write something, or share files.");
  const sent = await (use === "photos" ? savePhotos : saveDocuments)(context, target, sending);
  const { kept, failed } = sent;
  // The text stays in the form with what failed, and is saved with that.
  if (failed.length > 0) return { ...sent, to: null, otherwise: restOf(kept, text) };
  if (text !== null) await saveText(context, target, text, key);
  return { ...sent, to: placeOf(target, use, kept.length) };
}

function restOf(kept: readonly string[], text: string | null): string {
  const files = kept.length === 0 ? "No file was saved." : `Saved: ${kept.join(", ")}.`;
  return `${files}${text === null ? "" : " The text is not saved yet."}`;
}

function placeOf({ type, id }: Target, use: ShareUse, files: number): To {
  const what = use === "photos" ? ["Photo", "photos"] : ["Document", "documents"];
  const toast = files === 0 ? "Text saved." : files === 1 ? `${what[0]} added.` : `${files} ${what[1]} added.`;
  if (type === "client") return { location: clientPath(id), toast };
  const photos = href("/packages/:packageId/photos", { packageId: id });
  return { location: use === "photos" ? photos : packagePath(id), toast };
}

async function savePhotos(context: Context, { id: packageId }: Target, { files, refused, value, key }: Sending) {
  const { added: kept, failed } = await addPhotos(context, packageId, files, refused, key, value.name ?? null);
  return { kept, failed };
}

async function saveDocuments(context: Context, target: Target, { files, refused, value, key }: Sending) {
  const kept: string[] = [];
  const failed = [...refused];
  const place = await placeIn(context, target, value.name ?? null, key);
  for (const [index, file] of files.entries()) {
    const refusal = await saveDocument(context, file, place, uuidOf([key, index]));
    if (refusal === null) kept.push(file.name);
    else failed.push(refusal);
  }
  return { kept, failed };
}

async function saveDocument(
  context: Context,
  file: SpooledFile,
  place: Place,
  key: string,
): Promise<RefusedFile | null> {
  const stored = await storeSpooledFile(context, file, key);
  if ("reason" in stored) return stored;
  try {
    const made = { fileId: stored.file.id, place, onClash: "keep_both" } as const;
    await createDocument(apiOf(context), made, uuidOf([key, "document"]));
    return null;
  } catch (error) {
    return refusalOf(file, error);
  }
}

function placeOfRecord({ type, id }: Target): Place {
  return { folderId: null, packageId: type === "package" ? id : null, clientId: type === "client" ? id : null };
}

/** The folder of this name there, which is made where there is none; for no name the record itself. */
async function placeIn(context: Context, target: Target, name: string | null, key: string): Promise<Place> {
  const place = placeOfRecord(target);
  if (name === null) return place;
  const api = apiOf(context);
  try {
    const folder = await createFolder(api, name, place, uuidOf([key, "folder"]));
    return { ...place, folderId: folder?.id ?? null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.cause.code !== "name_taken") throw error;
    const known = (await listFolders(api, place)).find((folder) => fold(folder.name) === fold(name));
    return { ...place, folderId: known?.id ?? null };
  }
}

/** What was written: a note for the team about a client, and a text file among the documents of a property. */
async function saveText(context: Context, target: Target, text: string, key: string): Promise<void> {
  const ofText = uuidOf([key, "text"]);
  if (target.type === "client") {
    await addMessage(apiOf(context), { clientId: target.id, kind: "note", body: text }, ofText);
    return;
  }
  const spool = openSpoolFolder(context.get(uploadsContext).folder);
  try {
    const wish = {
      name: "Shared text.txt",
      mime: "text/plain",
      most: 4 * longestText,
      signal: AbortSignal.timeout(60_000),
    };
    const file = await spool.keep(Readable.from([Buffer.from(text)]), wish);
    const saved = await saveDocument(context, file, placeOfRecord(target), ofText);
    if (saved !== null) throw new FormRefusal({ text: `The text was not saved: ${saved.reason}`, status: 503 });
  } finally {
    await spool.remove();
  }
}

/**
 * Sends a message. Where a file is refused, or the service asks about payment details, it is kept among what the current user has begun to
 * write to the client.
 */
async function sendMessage(
  context: Context,
  clientId: string,
  { files, refused, value, key }: Sending,
): Promise<SentShare> {
  const api = apiOf(context);
  const { documentIds, failed: unkept } = await keepAsDocuments(context, clientId, files, key);
  const failed = [...refused, ...unkept];
  const keep = async () => {
    const draft = await findDraft(api, clientId);
    const body = [draft.body, value.text ?? ""].filter((part) => part !== "").join("\n\n");
    await keepDraft(api, clientId, { body, documentIds: [...draft.documents.map(({ id }) => id), ...documentIds] });
  };
  const location = threadPath(clientId);
  if (failed.length > 0) {
    const isKept = documentIds.length > 0;
    if (isKept) await keep();
    const otherwise = isKept
      ? "The message was not sent. Everything else is in the message that you have begun to this client: add what is missing there and send it."
      : "The message was not sent.";
    return { kept: [], failed, to: null, otherwise };
  }
  if (value.text === null && documentIds.length === 0) throw wrong("text", "Write something, or share files.");
  try {
    const { body, packageId, documents } = await findDraft(api, clientId);
    await addMessage(api, { clientId, kind: "message", body: value.text, documentIds }, key);
    // A message that is sent ends what was begun, and this one was not begun there.
    if (body !== "" || documents.length > 0)
      await keepDraft(api, clientId, { body, packageId, documentIds: documents.map(({ id }) => id) });
    return { kept: [], failed, to: { location, toast: "Message sent." } };
  } catch (error) {
    if (!(error instanceof FormRefusal)) throw error;
    await keep();
    return { kept: [], failed, to: { location, toast: "Not sent yet. Read the message again and send it here." } };
  }
}
