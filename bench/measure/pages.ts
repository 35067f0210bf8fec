/** Every page of the route map, each with somebody who can open it: a new page is measured without being named here. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { inviteByServer } from "#tests/support/invitations.ts";
import { Visitor } from "#tests/support/visitor.ts";
import routes from "../../app/routes.ts";
import { mailedTokens } from "./mailed-tokens.ts";
import { archivedClient, archivedPackage, recordsOf, requestsOfClients } from "./page-records.ts";
import { openByForms } from "./pages-by-forms.ts";
import { approvedPaper, trashedPapers } from "./papers.ts";
import { cookieHeader, signIn } from "./product.ts";
import { shareCosts } from "./shared-costs.ts";

/** script-free: sign-in, registration and e-mailed links, which never get scripts; agent: everything behind the sign-in. */
type PageKind = "script-free" | "agent";

export interface PageRoute {
  /** As the router knows it, with a leading slash: "/clients/:id/edit". */
  pattern: string;
  kind: PageKind;
}

export interface OpenPage extends PageRoute {
  url: string;
  /** The Cookie header of a browser that may see the page and holds no scripts yet; "" for none. */
  cookie: string;
}

/** Addresses that only redirect or only take posts: what they lead to is measured where it stands. */
const redirects = [
  ...["/", "/register", "/sign-out", "/dashboard/first-steps", "/workspace/switch", "/:handle", "/*"],
  // Where nobody waits for their second step, and no workspace is deleted.
  ...["/login/second-step", "/login/second-step/recovery", "/workspace/deleted"],
];

/** Pages about a provider of sign-ins, which the measured server does not have. */
const ofProvider = ["/login/openid", "/login/openid/callback", "/login/openid/link", "/settings/account/openid"];

/**
 * Questions with a button, like others that are measured: they take a deleted workspace, a colleague's second step, a calendar's
 * address, sample data, a change of more than 1,000 records, or a reply by email that waits.
 */
const confirmations = [
  "/workspace/deleted/:workspaceId/restoration",
  "/settings/members/:memberId/two-step-removal",
  "/settings/account/calendar/removal",
  "/settings/account/devices/:deviceId/removal",
  "/waiting/:formId/discard",
  "/device/shared/:uploadId",
  "/dashboard/samples/removal",
  "/opportunities/:opportunityId/after-closing/undoing",
  "/packages/imports/:packageImportId/undoing",
  "/batches/:batchId/stopping",
  "/messages/:clientId/emails/:mailId/acceptance",
  "/messages/:clientId/emails/:mailId/dismissal",
];

const notPages = new Set([...redirects, ...ofProvider, ...confirmations]);

const kindOfLayout: Readonly<Record<string, PageKind | null>> = {
  "sign-in/public.tsx": "script-free",
  "sharing/shared-pages.tsx": "script-free",
  "session/agents.tsx": "agent",
  // The same pages as clients see.
  "portal/view-frame.tsx": null,
};

/** Gives the pages in the order of the route map. */
export async function pageRoutes(): Promise<PageRoute[]> {
  return collect(await routes, "", null).filter(({ pattern }) => !notPages.has(pattern) && !pattern.endsWith("*"));
}

function collect(entries: readonly RouteConfigEntry[], parent: string, kind: PageKind | null): PageRoute[] {
  return entries.flatMap((entry) => {
    const own = kindOfLayout[entry.file];
    const here = own === undefined ? kind : own;
    const path = entry.path?.replace(/^\/|\/$/g, "") ?? "";
    const pattern = path === "" ? parent : `${parent}/${path}`;
    const below = collect(entry.children ?? [], pattern, here);
    // A module without markup, .ts, answers with something else: a picture, a download.
    const hasPage = entry.index === true || (path !== "" && !entry.children?.some((child) => child.index));
    return hasPage && entry.file.endsWith(".tsx") && here !== null
      ? [{ pattern: pattern || "/", kind: here }, ...below]
      : below;
  });
}

interface MeasuredServer {
  readonly origin: string;
  /** What a command needs to find the server's data: settings by their names. */
  readonly whereData: Readonly<Record<string, string>>;
}

/**
 * Gives an address and a browser for every page. Those behind a form are reached by sending it, as a newcomer does.
 * Takes a server with the demo's people and clients.
 */
export async function openPages({ origin, whereData }: MeasuredServer): Promise<OpenPage[]> {
  const agent = await signIn(origin);
  const found = await recordsOf(origin, agent);
  const shared = await shareCosts(origin, found.packageId ?? "");
  const parameters = { ...found, ...shared.parameters, plan: "free" };
  const gone = { packageId: await archivedPackage(origin), id: await archivedClient(origin) };
  const archived = { ...parameters, ...gone, ...(await trashedPapers(origin)) };
  const approved = { ...parameters, documentId: await approvedPaper(origin, found.packageId ?? "") };
  const viewer = await cookiesAfter(origin, async (visitor) => {
    await visitor.open(`/shared/${shared.token}`);
    await visitor.submit({}, { button: "Open" });
  });
  const guests: Readonly<Record<string, string>> = {
    "/register/workspace": await cookiesAfter(origin, registering),
    "/register/complete": await cookiesAfter(origin, registered),
    "/login/code": await cookiesAfter(origin, linked),
    "/shared/:token/view": viewer,
    "/shared/:token/documents/:documentId/summary": viewer,
  };
  const invitation = await inviteByServer([newcomer.email, "--workspace", "invited-homes"], whereData);
  const requests = await requestsOfClients(origin);
  const byForms = await openByForms(origin);
  const mailed: Readonly<Record<string, string>> = {
    ...(await mailedTokens(origin, newcomer.email)),
    "/invitation/:token": invitation.split("/").at(-1) ?? "",
  };
  const parametersOf = (pattern: string) => {
    if (mailed[pattern] !== undefined) return { token: mailed[pattern] };
    if (pattern.startsWith("/shared/")) return { ...approved, token: shared.token };
    if (isOfApproved(pattern)) return approved;
    if (pattern.endsWith("/completion/removal")) return { ...parameters, taskId: found.doneTaskId ?? "" };
    return isOfArchived(pattern) ? archived : parameters;
  };
  return (await pageRoutes()).map(({ pattern, kind }) => {
    const byForm = byForms.get(pattern);
    if (byForm !== undefined) return { pattern, kind, url: origin + byForm.path, cookie: byForm.cookie };
    const url = origin + (requests[pattern] ?? pathOf(pattern, parametersOf(pattern)));
    return { pattern, kind, url, cookie: kind === "agent" ? agent : (guests[pattern] ?? "") };
  });
}

async function cookiesAfter(origin: string, steps: (visitor: Visitor) => Promise<unknown>): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await steps(visitor);
    return cookieHeader(visitor);
  } finally {
    await visitor.close();
  }
}

const newcomer = { name: "Nora Newcomer", email: "newcomer@measured.example", phoneNumber: "+1 206 555 0100" };

async function registering(visitor: Visitor): Promise<void> {
  await visitor.open("/register/account");
  await visitor.submit(newcomer, { button: "Next" });
}

async function registered(visitor: Visitor): Promise<void> {
  await registering(visitor);
  await visitor.submit({ workspaceName: "Measured Homes", workspaceHandle: "measured-homes" }, { button: "Next" });
}

async function linked(visitor: Visitor): Promise<void> {
  await visitor.open("/login/link");
  await visitor.submit({ email: newcomer.email });
}

/** The page that hides a summary from clients. */
function isOfApproved(pattern: string): boolean {
  return pattern.endsWith("/summary/approval/removal");
}

/** Pages that bring back, or remove for good, what was put away. */
function isOfArchived(pattern: string): boolean {
  return pattern.includes("/archival/removal") || /^\/documents\/.*\/removal$/.test(pattern);
}

function pathOf(pattern: string, parameters: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`Nothing is known to open ${pattern} with: say here what :${name} is`);
    return value;
  });
}
