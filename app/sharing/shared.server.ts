import type { Api, Download } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { orNoThumbnail, thumbnailWidth } from "../pictures/relay-picture.server.ts";
import { invitationAttributes, openingAttributes, summaryAttributes, viewAttributes } from "./shared-property.ts";

/** The calls about what a link shows, made without a session: the only file that names their JSON:API types. */

const invitation = resource("shared_package", invitationAttributes);
const opening = resource("shared_opening", openingAttributes);
const view = resource("shared_view", viewAttributes);
const summary = resource("shared_summary", summaryAttributes);
export type Invitation = RecordOf<typeof invitation>;
export type Opening = RecordOf<typeof opening>;
export type SharedView = RecordOf<typeof view>;

const failure = "Failed to fetch data";
const viewingHeader = "x-viewing-token";

/** What the first page of a link shows; counted as a fetch. @throws ApiError "missing", also for one that no longer works */
export function fetchInvitation(api: Api, token: string): Promise<Invitation> {
  return api.find(path`/shared_packages/${token}`, invitation);
}

/** Opens the photo of a link's preview. @throws ApiError "missing" where there is none any more */
export function openPreviewPhoto(api: Api, preview: string): Promise<Download> {
  return api.download(path`/shared_previews/${preview}`, {});
}

/** Opens a link. @throws ApiError "invalid" for a wrong passcode, "busy" after too many, "missing" */
export async function openLink(api: Api, token: string, passcode: string | null): Promise<Opening> {
  const attributes = passcode === null ? {} : { passcode };
  return required(await api.create(path`/shared_packages/${token}/openings`, opening, attributes, {}), failure);
}

/** An opened link. */
export interface Viewing {
  readonly token: string;
  /** The token that opening it gave. */
  readonly viewing: string;
}

/** What a link shows, with the documents from `start` on. @throws ApiError "unauthenticated" when it was not opened, "missing" */
export function findView(api: Api, { token, viewing }: Viewing, start: number): Promise<SharedView> {
  const query = start === 0 ? {} : { skip: start };
  return api.find(path`/shared_packages/${token}/view`, view, { query, headers: { [viewingHeader]: viewing } });
}

/** The summary of a document. @throws ApiError "unauthenticated" when the link was not opened, "missing" where none is approved */
export function findSummary(api: Api, { token, viewing }: Viewing, id: string): Promise<RecordOf<typeof summary>> {
  const headers = { [viewingHeader]: viewing };
  return api.find(path`/shared_packages/${token}/documents/${id}/summary`, summary, { headers });
}

/** Opens the bytes of a document, whole or as the browser asks for them. @throws ApiError */
export function openDocument(
  api: Api,
  { token, viewing }: Viewing,
  id: string,
  { request, isSaved }: { readonly request: Request; readonly isSaved: boolean },
): Promise<Download> {
  const asked = conditionHeaders(request, ["range", "if-range", "if-none-match"]);
  return api.download(path`/shared_packages/${token}/documents/${id}/content`, {
    method: request.method === "HEAD" ? "HEAD" : "GET",
    query: isSaved ? { download: "true" } : {},
    headers: { ...asked, [viewingHeader]: viewing },
  });
}

/** Opens a photo. @throws ApiError */
export function openPhoto(
  api: Api,
  { token, viewing }: Viewing,
  id: string,
  { request, isSmall }: { readonly request: Request; readonly isSmall: boolean },
): Promise<Download> {
  const headers = { ...conditionHeaders(request, ["if-none-match"]), [viewingHeader]: viewing };
  return api.download(path`/shared_packages/${token}/photos/${id}`, {
    query: isSmall ? { size: "small" } : {},
    headers,
  });
}

/** Opens the thumbnail of a document; null where there is none. @throws ApiError */
export function openThumbnail(
  api: Api,
  { token, viewing }: Viewing,
  id: string,
  request: Request,
): Promise<Download | null> {
  const headers = { ...conditionHeaders(request, ["if-none-match"]), [viewingHeader]: viewing };
  return orNoThumbnail(
    api.download(path`/shared_packages/${token}/documents/${id}/thumbnail`, {
      query: { width: thumbnailWidth },
      headers,
      failure: "Failed to open the picture",
    }),
  );
}

/** These headers as the browser sent them. */
function conditionHeaders(request: Request, names: readonly string[]): Record<string, string> {
  const asked = names.flatMap((name) => {
    const value = request.headers.get(name);
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(asked);
}
