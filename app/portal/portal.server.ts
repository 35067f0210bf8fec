import { createContext, data, href, type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import { languageOf } from "../client-pages/language.server.ts";
import type { Language } from "../client-pages/texts/languages.ts";
import { findLateForm, findPostedElsewhere } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { offers } from "../json-api/service.ts";
import { upstreamContext } from "../session/context.ts";
import { connectAs } from "../session/current-user.server.ts";
import type { CurrentUser, Membership, PortalFacts, PortalFormElsewhere } from "../session/current-user.ts";
import { dropBody } from "../session/drop-body.ts";
import { fetchCurrentUser } from "../session/identity.server.ts";
import { householdName, inHousehold, withNext } from "../session/next-path.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { isPost } from "../session/return-to.server.ts";
import {
  apiOf,
  authenticatedContext,
  currentUserOf,
  notFound,
  recordId,
  workspaceOfRecords,
} from "../session/session.server.ts";
import { findHouseholdOf } from "./household-of.server.ts";
import type { PortalClosed } from "./portal-error.tsx";

type Context = Readonly<RouterContextProvider>;

/** The portal of a client, open for the client or for staff who look at it as the client sees it. */
export interface Portal {
  /** The client's person. */
  readonly user: CurrentUser;
  readonly facts: PortalFacts;
  readonly workspace: Membership;
  /** For what the client may see, and for what they do: the calls below `/portal/`. */
  readonly api: Api;
  /** Path of the portal's home; its other pages lie below. */
  readonly base: string;
  /** Whether staff look at it: nothing can be changed then. */
  readonly isView: boolean;
  readonly language: Language;
}

const portalContext = createContext<Portal | PortalClosed | PortalFormElsewhere | null>(null);

const statuses: Readonly<Partial<Record<string, number>>> = { elsewhere: 409, notFound: 404 };

/**
 * The portal of this request. Below `portal/frame.tsx` and `portal/view-frame.tsx` only.
 * @throws 403 with the reason why it is closed, for the nearest page to say; 409 for a form of another portal; 404
 */
export function portalOf(context: Context): Portal {
  const portal = context.get(portalContext);
  if (portal === null) throw new Error("This route belongs below portal/frame.tsx or portal/view-frame.tsx.");
  if ("closed" in portal) throw data(portal, { status: statuses[portal.closed] ?? 403 });
  return portal;
}

/**
 * Opens the portal for a client, or keeps the reason why it is closed. Whatever is posted has to belong to the person and to the
 * portal that is open, whichever form it comes from; one whose files the page keeps is told apart once they have arrived. Below
 * `requireClient`. A page that is in another household of theirs alone leads to the choice, which names it.
 */
export const openPortal: MiddlewareFunction<Response> = async ({ request, context, pattern, params }, next) => {
  const user = currentUserOf(context);
  const requestSession = context.get(requestSessionContext);
  const { pathname, search, searchParams } = requestSession.url;
  const elsewhere = await findElsewhere(request, context, pattern);
  const named = isPost(requestSession) ? null : searchParams.get(householdName);
  const isTheirs = named === null || user.households.some(({ clientId }) => clientId === named);
  // Where a mailed link leads to is remembered while they choose.
  if (elsewhere === null && isTheirs && isToChoose(user, named))
    throw redirect(withNext(href("/client-portal/workspaces"), pathname + search));
  context.set(portalContext, elsewhere ?? (isTheirs ? await portalFor(context, user) : { closed: "notFound" }));
  const response = await next();
  const isToFind = response.status === 404 && named === null && !isPost(requestSession);
  const household = isToFind ? await findHouseholdOf(context, params) : null;
  if (household === null) return response;
  await dropBody(response.body);
  return redirect(withNext(href("/client-portal/workspaces"), inHousehold(pathname + search, household.clientId)));
};

/** A form that does not belong here: the one that was posted, or one that waits for this page. */
async function findElsewhere(request: Request, context: Context, pattern: string): Promise<PortalFormElsewhere | null> {
  if (!isPost(context.get(requestSessionContext))) return findLateForm(context);
  const { households, portal } = currentUserOf(context);
  const isOpen = portal?.isArchived === false;
  // Whoever has lost them all is told so.
  if (households.length === 0 || (isOpen && mayHaveFiles(request, pattern))) return null;
  return findPostedElsewhere(request, context);
}

/** The pages that read files, and check their forms themselves. */
const filePages: ReadonlySet<string> = new Set([
  "client-portal/dashboard/documents",
  "client-portal/dashboard/messages",
  "client-portal/dashboard/messages/draft",
  "client-portal/dashboard/messages/attachments/upload",
  "client-portal/dashboard/tasks/:taskId/document",
]);

/** @param pattern the path of the page's route */
function mayHaveFiles({ headers }: Request, pattern: string): boolean {
  return filePages.has(pattern) && /^multipart\/form-data\b/i.test(headers.get("content-type") ?? "");
}

/** Whether the person chooses first whose portal they enter. @param named the client in the query of the address */
function isToChoose({ portal, households }: CurrentUser, named: string | null): boolean {
  return named === null ? portal === null && households.length > 0 : named !== portal?.clientId;
}

async function portalFor(context: Context, user: CurrentUser): Promise<Portal | PortalClosed> {
  const { workspace, portal: facts } = user;
  if (workspace === null || facts === null) return { closed: "noAccess" };
  if (facts.isArchived) return { closed: "archived", agent: facts.agent, workspace: workspace.name };
  const base = href("/client-portal/dashboard");
  return { user, facts, workspace, api: apiOf(context), base, isView: false, language: await languageOf(context) };
}

/** Opens the portal for staff who look at it: by their own session, for reading only. Below `requireAgent`. */
export const openView: MiddlewareFunction<Response> = async ({ request, context, params }, next) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  context.set(portalContext, isRead ? await viewFor(context, params.viewId ?? "") : { closed: "readOnly" });
  return next();
};

async function viewFor(context: Context, viewId: string): Promise<Portal> {
  const base = href("/portal-view/:viewId", { viewId: recordId(viewId) });
  const api = viewApi(context, viewId);
  const user = await fetchCurrentUser(api).catch((error: unknown) => {
    throw error instanceof ApiError ? notFound() : error;
  });
  const { workspace, portal: facts } = user;
  if (user.kind !== "client" || workspace === null || facts === null) throw notFound();
  return { user, facts, workspace, api, base, isView: true, language: "en" };
}

function viewApi(context: Context, viewId: string): Api {
  const authenticated = context.get(authenticatedContext);
  if (authenticated === null) throw new Error("A look at a portal belongs below session/agents.tsx.");
  const { token } = authenticated.session;
  const who = {
    token,
    workspaceId: workspaceOfRecords(context),
    headers: { "x-portal-view": encodeURIComponent(viewId) },
  };
  return connectAs(context, context.get(upstreamContext).records, who);
}

/** Says plainly where the connected service has no portal, before anything is typed in vain. @throws 501 */
export function requirePortal(context: Context): void {
  const { identity, records } = context.get(upstreamContext);
  // Whoever keeps the records knows the clients: another service cannot tell who was invited.
  if (identity !== records || !offers(identity.service, "portal/sign_in_links")) throw notOffered();
}

/** What is thrown where a service has no portal. */
function notOffered() {
  return data({ closed: "notOffered" } satisfies PortalClosed, { status: 501 });
}
