import { makeZip } from "client-zip";
import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { textsOf } from "../client-pages/texts/texts.ts";
import { DistinctNames, downloadName } from "../documents/download-name.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { resource } from "../json-api/resource.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { apiOf, load, logFaults } from "../session/session.server.ts";
import { loadWishes } from "./own-wishes.server.ts";
import { portalOf } from "./portal.server.ts";
import { listDocuments, listProperties, openDocument, type PortalDocument } from "./portal-properties.server.ts";
import { findMe, findOverview } from "./portal-records.server.ts";

type Context = Readonly<RouterContextProvider>;

const deletion = resource("portal_deletion", { askedAt: z.nullable(z.string()) });

/** When the person asked to be deleted; null when they did not. The promise never rejects. */
export async function loadOwnData(context: Context): Promise<Settled<{ readonly askedAt: string | null }>> {
  const failure = "Failed to fetch your request";
  return settle(
    portalOf(context).api,
    async (api) => ({ askedAt: (await api.find("/portal/deletion", deletion, { failure })).askedAt }),
    logFaults(context),
  );
}

/** Asks to be deleted; again is a no-op. */
export async function askForDeletion(api: Api): Promise<void> {
  await api.act("/portal/deletion", z.unknown(), {}, { type: deletion.type, failure: "Failed to send your request" });
}

/**
 * Streams all that the portal knows of the person as a zip: `data.json`, and the documents. They are fetched one after the other, so that
 * little is held in memory; those that are gone by then are listed in a text file at the end.
 */
export async function zipOwnData(context: Context, request: Request): Promise<ReadableStream<Uint8Array>> {
  const { api } = portalOf(context);
  const [me, overview, properties, documents, wishes] = await load(
    Promise.all([findMe(api), findOverview(api), listProperties(api), listDocuments(api), loadWishes(context)]),
  );
  const { name, email, phoneNumber, language } = me;
  const { tasks, dates } = overview;
  const known = {
    person: { name, email, phoneNumber, language },
    tasks,
    dates,
    wishes: wishes.ok ? wishes.data : null,
    properties,
    documents,
  };
  return makeZip(entriesOf(context, request, JSON.stringify(known, null, 2), documents), { buffersAreUTF8: true });
}

async function* entriesOf(context: Context, request: Request, json: string, documents: readonly PortalDocument[]) {
  const { data } = textsOf(portalOf(context).language).own;
  const names = new DistinctNames();
  yield { name: names.distinct("", "data.json"), lastModified: new Date(), input: json };
  const missing: string[] = [];
  for (const { id, label, property, updatedAt } of documents) {
    // Each document has its own time limit.
    context.get(requestSessionContext).restartClock();
    const folder = property === null ? "" : `${downloadName(property)}/`;
    const name = names.distinct(folder, downloadName(label));
    const body = await openBody(context, id, request);
    if (body === null) {
      missing.push(name);
      continue;
    }
    try {
      yield { name, lastModified: new Date(updatedAt), input: body };
    } finally {
      // client-zip does not when the download is aborted: the file or the connection would stay open.
      if (!body.locked) await body.cancel().catch(() => {});
    }
  }
  if (missing.length === 0) return;
  const input = [data.missing, "", ...missing, ""].join("\r\n");
  yield { name: names.distinct("", data.missingName), lastModified: new Date(), input };
}

/** Null for a document that cannot be read now. */
async function openBody(context: Context, id: string, { url }: Request) {
  try {
    const { body } = await openDocument(apiOf(context), id, new Request(url), true);
    return body ?? new Blob().stream();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
