import { data } from "react-router";
import * as z from "zod/mini";
import type { Api, Download } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { orNoThumbnail, thumbnailWidth } from "../pictures/relay-picture.server.ts";
import { load } from "../session/session.server.ts";
import type { PortalClosed } from "./portal-error.tsx";
import { cardAttributes, eventAttributes, type Priority, propertyAttributes } from "./portal-property.ts";

/** The calls for clients about properties and documents: the only file that names their JSON:API types. */

const cards = z.array(z.object({ id: z.string(), attributes: z.object(cardAttributes) }));
export type PropertyCard = z.output<typeof cards>[number]["attributes"] & { readonly id: string };
const property = resource("portal_property", propertyAttributes);
export type PortalProperty = RecordOf<typeof property>;
const summary = resource("portal_summary", {
  label: z.string(),
  method: z.enum(["extract", "model"]),
  points: z.array(z.object({ text: z.string(), page: z.number() })),
});
const ownPriority = resource("portal_priority", { priority: z.string() });

const documentAttributes = z.object({
  label: z.string(),
  mime: z.nullish(z.string()),
  kind: z.nullish(z.string()),
  size: z.number(),
  updatedAt: z.string(),
  packageId: z.nullable(z.string()),
  property: z.nullable(z.string()),
  isShown: z.boolean(),
  /** Since this person opened it last; null: there is none. */
  news: z.nullish(z.enum(["new", "new_version"])),
  /** Of a picture: whether it lost its end, and is shown without. */
  isCutOff: z.optional(z.boolean()),
  hasSummary: z.optional(z.boolean()),
  /** Of a document that this person has sent: whether the agent's side has opened it. */
  sent: z.nullish(z.enum(["waiting", "opened"])),
});
const documents = z.array(z.object({ id: z.string(), attributes: documentAttributes }));
export type PortalDocument = z.output<typeof documentAttributes> & { readonly id: string };

const events = z.array(z.object({ id: z.string(), attributes: z.object(eventAttributes) }));
export type PortalEvent = z.output<typeof events>[number]["attributes"] & { readonly id: string };

/** Changed stages and showings since the person's visit before. @throws ApiError "missing" where the service has no such call */
export async function listEvents(api: Api): Promise<readonly PortalEvent[]> {
  const options = { method: "GET", failure: "Failed to fetch what is new" } as const;
  const found = await api.act("/portal/news", events, {}, options);
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}

/** The properties of the client's open opportunities, and what they bought. */
export async function listProperties(api: Api): Promise<readonly PropertyCard[]> {
  const options = { method: "GET", failure: "Failed to fetch the properties" } as const;
  const found = await api.act("/portal/properties", cards, {}, options);
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}

/** @throws ApiError "missing" for one that is not the client's */
function findProperty(api: Api, id: string): Promise<PortalProperty> {
  return api.find(path`/portal/properties/${id}`, property, { failure: "Failed to fetch the property" });
}

/**
 * The same for a page that is about it.
 * @throws 404, and 409 for one whose deal is lost
 */
export async function loadProperty(api: Api, id: string): Promise<PortalProperty> {
  try {
    return await findProperty(api, id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.cause.code !== "deal_over") return load(Promise.reject(error));
    throw data({ closed: "dealOver" } satisfies PortalClosed, { status: 409 });
  }
}

/** What a page throws that asks about a property which they have bought. */
export function bought() {
  return data({ closed: "bought" } satisfies PortalClosed, { status: 409 });
}

/** Says why the service takes nothing more about a property. @throws 409 where its deal is over, else the error */
export async function refuseOver(api: Api, id: string, error: unknown): Promise<never> {
  if (!(error instanceof ApiError) || error.cause.code !== "deal_over") throw error;
  await loadProperty(api, id);
  throw bought();
}

/** @throws 409 where the deal is over, ApiError "missing" */
export async function choosePriority(api: Api, id: string, priority: Priority, key: string): Promise<void> {
  const options = { key, failure: "Failed to save the priority" };
  await api
    .act(path`/portal/properties/${id}/priority`, ownPriority, { priority }, options)
    .catch((error: unknown) => refuseOver(api, id, error));
}

/** The documents that are marked visible to the client, by property. */
export async function listDocuments(api: Api): Promise<readonly PortalDocument[]> {
  const options = { method: "GET", failure: "Failed to fetch the documents" } as const;
  const found = await api.act("/portal/documents", documents, {}, options);
  return found.map(({ id, attributes }) => ({ id, ...attributes }));
}

/** The summary of a document that an agent has approved. @throws ApiError "missing" where there is none */
export function findSummary(api: Api, id: string): Promise<RecordOf<typeof summary>> {
  return api.find(path`/portal/documents/${id}/summary`, summary, { failure: "Failed to fetch the summary" });
}

/** Opens a photo of one of the client's properties. @throws ApiError */
export function openPhoto(api: Api, id: string, request: Request, isSmall: boolean): Promise<Download> {
  return api.download(path`/portal/photos/${id}`, {
    query: isSmall ? { size: "small" } : {},
    headers: conditionsOf(request, ["if-none-match"]),
    failure: "Failed to open the photo",
  });
}

/** Opens a logo or an agent's photo, without a session. @throws ApiError "missing" */
export function openFace(api: Api, id: string, request: Request, isSmall: boolean): Promise<Download> {
  return api.download(path`/portal/faces/${id}`, {
    query: isSmall ? { size: "small" } : {},
    headers: conditionsOf(request, ["if-none-match"]),
    failure: "Failed to open the picture",
  });
}

/** Opens the thumbnail of a document; null where there is none. @throws ApiError */
export function openThumbnail(api: Api, id: string, request: Request): Promise<Download | null> {
  return orNoThumbnail(
    api.download(path`/portal/documents/${id}/thumbnail`, {
      query: { width: thumbnailWidth },
      headers: conditionsOf(request, ["if-none-match"]),
      failure: "Failed to open the picture",
    }),
  );
}

/** Opens a document, whole or as the browser asks for it. @throws ApiError */
export function openDocument(api: Api, id: string, request: Request, isSaved: boolean): Promise<Download> {
  return api.download(path`/portal/documents/${id}/content`, {
    method: request.method === "HEAD" ? "HEAD" : "GET",
    query: isSaved ? { download: "true" } : {},
    headers: conditionsOf(request, ["range", "if-range", "if-none-match"]),
    failure: "Failed to open the document",
  });
}

/** These headers as the browser sent them. */
function conditionsOf({ headers }: Request, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? ""]] : [])));
}
