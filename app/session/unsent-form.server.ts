import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  type StaticHandlerContext,
} from "react-router";
import { isPermissionRefusal, type PermissionRefusal, type UnsentForm } from "../ui/error-view.tsx";
import { isSecret } from "../ui/secret-fields.ts";
import { areas } from "./area.ts";
import { typedFields } from "./hidden-fields.ts";
import { filesOf, mostKept, readUntaken, textsOf } from "./posted-form.server.ts";
import { type RequestSession, requestSessionContext } from "./request-session.server.ts";

/** Forms whose own page cannot be shown: an error page keeps what was typed. */

/**
 * The form of this request, for the error page to show and to send again.
 * @param sentence what happened, and what to do
 * @returns null where there is no form, or where it has files or secrets, which no page shows
 */
export async function findUnsentForm(requestSession: RequestSession, sentence: string): Promise<UnsentForm | null> {
  const sent = await readUnsent(requestSession);
  return sent === null || hasSecrets(sent) ? null : toUnsent(requestSession, sent, sentence);
}

/**
 * The same without its secrets, which have to be typed again; null where it has nothing else.
 * @param isCopied what was typed beside files is shown, too: it is not sent again from there
 */
async function findWithoutSecrets(
  requestSession: RequestSession,
  sentence: string,
  isCopied = false,
): Promise<UnsentForm | null> {
  const sent = await readUnsent(requestSession, isCopied);
  if (sent === null) return null;
  const open = sent.filter(([name]) => !isSecret(name));
  return hasSecrets(sent) && textsOf(open) === "" ? null : toUnsent(requestSession, open, sentence);
}

type Fields = readonly (readonly [name: string, value: string])[];

async function readUnsent(requestSession: RequestSession, takesFiles = false): Promise<Fields | null> {
  const { method, headers } = requestSession.request;
  if (method !== "POST" || (!takesFiles && headers.get("Content-Type")?.startsWith("multipart/"))) return null;
  const form = await readUntaken(requestSession);
  return form && typedFields(form);
}

function hasSecrets(fields: Fields): boolean {
  return fields.some(([name, value]) => isSecret(name) && value !== "");
}

function toUnsent(requestSession: RequestSession, fields: Fields, sentence: string): UnsentForm | null {
  const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (fields.length === 0 || size > mostKept) return null;
  return { sentence, typed: textsOf(fields), address: addressOf(requestSession), fields };
}

function addressOf({ url, request }: RequestSession): string {
  const query = new URLSearchParams(url.search);
  // React Router needs it to tell a list's own action from that of the layout above.
  if (new URL(request.url).searchParams.has("index")) query.set("index", "");
  return query.size === 0 ? url.pathname : `${url.pathname}?${query}`;
}

interface RenderedPage {
  readonly request: Request;
  readonly status: number;
  readonly page: Pick<EntryContext, "staticHandlerContext" | "routeModules">;
  readonly context: Readonly<RouterContextProvider>;
}

/**
 * Renders a page, in which nothing is lost of a form that was not written: where its own page cannot be shown, or is shown without the
 * form as the permission for it is gone, an error page has what was typed.
 */
export async function keepUnsentForm(
  { request, status, page, context }: RenderedPage,
  render: () => Promise<Response>,
): Promise<Response> {
  await keepInError(request, page.staticHandlerContext, context);
  const isRefused = request.method === "POST" && status === 403 && !page.staticHandlerContext.errors;
  if (!isRefused) return render();
  const shown = await render();
  const html = await shown.text();
  return (await keepHidden(html, page, context)) ? render() : new Response(html, shown);
}

/**
 * Puts the form into the error page that stands in place of its own: without scripts a refused form is shown by loading its page
 * again, which may fail as the write did.
 */
async function keepInError(
  request: Request,
  found: StaticHandlerContext,
  context: Readonly<RouterContextProvider>,
): Promise<void> {
  const [failed] = Object.entries(found.errors ?? {});
  if (request.method !== "POST" || failed === undefined) return;
  const [boundary, error] = failed;
  const requestSession = context.get(requestSessionContext);
  if (requestSession.area === areas.portal) {
    found.errors = { [boundary]: await keepInPortal(requestSession, error) };
    return;
  }
  const isAnswer = isRouteErrorResponse(error);
  if (isAnswer && isPermissionRefusal(error.data)) {
    const kept = await keepRefused(context, error.data);
    if (kept !== null) found.errors = { [boundary]: { ...refusedAnswer, data: kept } };
    return;
  }
  // Thrown by the action itself, an answer says what has to be said.
  if (isAnswer && found.actionData === null) return;
  const said: unknown = isAnswer ? error.data : null;
  const sentence = typeof said === "string" && !isGone(error) ? said : "This page can't be shown right now.";
  const unsent = await findWithoutSecrets(requestSession, isGone(error) ? gone : sentence);
  if (unsent === null) return;
  const status = isAnswer ? error.status : 500;
  found.errors = { [boundary]: { status, statusText: "", internal: false, data: unsent } };
}

/** The portal's page says what happened in its own words, whatever it was, and below them what was typed. */
async function keepInPortal(requestSession: RequestSession, error: unknown): Promise<unknown> {
  const answer = isRouteErrorResponse(error) ? error : { status: 500, statusText: "", internal: false, data: null };
  const said: unknown = answer.data;
  const isTold = typeof said === "object" && said !== null && "typed" in said;
  const sent = isTold ? null : await readUnsent(requestSession, true);
  if (sent === null) return error;
  const typed = textsOf(sent);
  const told = { typed: typed.length > mostKept ? "" : typed, files: filesOf(sent) };
  return { ...answer, data: typeof said === "object" ? { ...said, ...told } : told };
}

const refusedAnswer = { status: 403, statusText: "", internal: false };

/** What was typed by somebody who may not write it any more, to be copied; null where nothing was. */
async function keepRefused(
  context: Readonly<RouterContextProvider>,
  { refused, who, back }: PermissionRefusal,
): Promise<UnsentForm | null> {
  const sentence = who === undefined ? refused : `${refused} ${who}`;
  const unsent = await findWithoutSecrets(context.get(requestSessionContext), sentence, true);
  return unsent === null || unsent.typed === "" ? null : { ...unsent, back };
}

/**
 * The same where the page is shown without its form, as the permission for it is gone: what was typed would be nowhere.
 * @param html the page as it would be sent
 * @returns whether the page has to be rendered again, with the error
 */
async function keepHidden(
  html: string,
  { staticHandlerContext: found, routeModules }: RenderedPage["page"],
  context: Readonly<RouterContextProvider>,
): Promise<boolean> {
  const [boundary] = found.matches
    .flatMap(({ route: { id } }) => (routeModules[id]?.ErrorBoundary ? [id] : []))
    .reverse();
  const { url } = context.get(requestSessionContext);
  const back = { label: "Back to the page", href: url.pathname };
  const kept = await keepRefused(context, { refused: "You don't have permission to do this in this workspace.", back });
  const isThere = (text: string) => html.includes(escapeHtml(text));
  if (kept === null || boundary === undefined || kept.typed.split(/\r?\n/).every(isThere)) return false;
  found.errors = { [boundary]: { ...refusedAnswer, data: kept } };
  return true;
}

/** As React writes texts. */
function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#x27;",
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const gone = "This page doesn't exist anymore, or you don't have access.";

function isGone(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
