/** Every page of the route map, each with somebody who can open it: a new page is measured without being named here. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { addContactRequest } from "#tests/support/contact-forms.ts";
import { addImport, createClient } from "#tests/support/furnished-agent.ts";
import { inviteByServer } from "#tests/support/invitations.ts";
import { openPortalRequest } from "#tests/support/portal-forms.ts";
import { addTask, addTaskTemplate } from "#tests/support/task-forms.ts";
import { Visitor } from "#tests/support/visitor.ts";
import routes from "../../app/routes.ts";
import { mailedTokens } from "./mailed-tokens.ts";
import { approvedPaper, newPapers, trashedPapers } from "./papers.ts";
import { cookieHeader, enter, signIn } from "./product.ts";
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
const notPages = new Set(["/", "/register", "/sign-out", "/workspace/switch", "/:handle", "/*"]);

const kindOfLayout: Readonly<Record<string, PageKind | null>> = {
  "session/public.tsx": "script-free",
  "sharing/shared-pages.tsx": "script-free",
  "session/agents.tsx": "agent",
  // The same pages as clients see.
  "portal/view-frame.tsx": null,
};

/** Gives the pages in the order of the route map. */
export async function pageRoutes(): Promise<PageRoute[]> {
  return collect(await routes, "", null).filter(({ pattern }) => !notPages.has(pattern));
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
  readonly dataDir: string;
}

/**
 * Gives an address and a browser for every page. Those behind a form are reached by sending it, as a newcomer does.
 * Takes a server with the demo's people and clients.
 */
export async function openPages({ origin, dataDir }: MeasuredServer): Promise<OpenPage[]> {
  const agent = await signIn(origin);
  const found = await recordsOf(origin, agent);
  const shared = await shareCosts(origin, found.packageId ?? "");
  const parameters = { ...found, ...shared.parameters };
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
  const invitation = await inviteByServer([newcomer.email, "--workspace", "invited-homes"], { DATA_DIR: dataDir });
  const requests = await requestsOfClients(origin);
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
  return (await pageRoutes()).map(({ pattern, kind }) => ({
    pattern,
    kind,
    url: origin + (requests[pattern] ?? pathOf(pattern, parametersOf(pattern))),
    cookie: kind === "agent" ? agent : (guests[pattern] ?? ""),
  }));
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

/** The longest client page is the one with a household. */
async function recordsOf(origin: string, cookie: string): Promise<Readonly<Record<string, string>>> {
  // With a household.
  const id = await firstMatch(`${origin}/clients/?q=priya.raman`, cookie, clientLink);
  const personId = await firstMatch(`${origin}/clients/${id}/`, cookie, /\/people\/([0-9a-f-]{36})\//);
  // The package with the most comparables.
  const packageId = await firstMatch(`${origin}/packages/?q=64th+street`, cookie, packageLink);
  const comparableId = await firstMatch(`${origin}/packages/${packageId}`, cookie, comparableLink);
  const photoId = await firstMatch(`${origin}/packages/${packageId}/photos`, cookie, /\/photos\/([0-9a-f-]{36})\/edit/);
  const papers = await newPapers(origin, packageId);
  const moved = { ...(await movedOpportunity(origin, id)), ...(await newTasks(origin)) };
  const importId = await importedFile(origin);
  const invitationId = await invitedPerson(origin, id, cookie);
  return { id, importId, invitationId, personId, packageId, comparableId, photoId, ...moved, ...papers };
}

/** What clients and visitors ask for, which staff answer: the paths of those pages. */
async function requestsOfClients(origin: string): Promise<Readonly<Record<string, string>>> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const { url } = await openPortalRequest(visitor);
    const email = `${crypto.randomUUID()}@client.example`;
    const id = await createClient(visitor, { name: "Rita Request", email });
    const requestId = await addContactRequest(visitor, visitor, { id, email }, { message: "Call me." });
    const contact = "/clients/:id/contact-requests/:contactRequestId";
    return {
      "/clients/:id/portal/requests/:requestId": url.pathname,
      [`${contact}/acceptance`]: `/clients/${id}/contact-requests/${requestId}/acceptance`,
      [`${contact}/dismissal`]: `/clients/${id}/contact-requests/${requestId}/dismissal`,
    };
  } finally {
    await visitor.close();
  }
}

/** An invitation to the client portal, for someone of the household who has not accepted it. */
async function invitedPerson(origin: string, clientId: string, cookie: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    await visitor.open(`/clients/${clientId}`);
    // Invited already by an earlier visit.
    await visitor.follow("Invite").then(
      () => visitor.submit({}, { button: "Send invitation" }),
      () => null,
    );
    return await firstMatch(`${origin}/clients/${clientId}`, cookie, /\/invitations\/([0-9a-f-]{36})\/sending/);
  } finally {
    await visitor.close();
  }
}

/** The page that hides a summary from clients. */
function isOfApproved(pattern: string): boolean {
  return pattern.endsWith("/summary/approval/removal");
}

/** Pages that bring back, or remove for good, what was put away. */
function isOfArchived(pattern: string): boolean {
  return pattern.includes("/archival/removal") || /^\/documents\/.*\/removal$/.test(pattern);
}

/** An opportunity whose latest move can be taken back, with a comment and a showing. */
async function movedOpportunity(origin: string, clientId: string) {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    await visitor.open(`/opportunities/new?client=${clientId}`);
    const opened = await visitor.submit({ property: "2 Measured Street" }, { button: "Open opportunity" });
    await visitor.open(`${opened.url.pathname}/stage?to=offer_suggeted`);
    await visitor.submit({}, { button: "Update stage" });
    const commented = await visitor.submit({ body: "They liked the garden." }, { button: "Add comment" });
    const [, commentId = ""] = /\/comments\/([0-9a-f-]{36})\//.exec(commented.html) ?? [];
    await visitor.open(`${opened.url.pathname}/showings/new`);
    const shown = await visitor.submit({ startsAt: "2031-03-01T12:00" }, { button: "Request showing" });
    const [, showingId = ""] = /\/showings\/([0-9a-f-]{36})\//.exec(shown.html) ?? [];
    return { opportunityId: opened.url.pathname.split("/")[2] ?? "", commentId, showingId };
  } finally {
    await visitor.close();
  }
}

/** A file with somebody new, imported: it can be taken back. */
async function importedFile(origin: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const content = `Name,Email\nIda Imported,${crypto.randomUUID()}@client.example\nNobody,nowhere\n`;
    const id = await addImport(visitor, { name: "clients.csv", content });
    await visitor.submit({}, { button: "Import these clients" });
    return id;
  } finally {
    await visitor.close();
  }
}

/** A task that is open, one that is done, and a template of tasks. */
async function newTasks(origin: string) {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const taskId = await addTask(visitor, { title: "Measure the rooms" });
    const typed = { title: "Send flowers", stage: "closed", dueInDays: "3" };
    const doneTaskId = await addTask(visitor, { title: "Measure the garden" });
    await visitor.open(`/tasks/${doneTaskId}/completion`);
    await visitor.submit({}, { button: "Mark as done" });
    return { taskId, doneTaskId, taskTemplateId: await addTaskTemplate(visitor, typed) };
  } finally {
    await visitor.close();
  }
}

/** Nothing of the demo is archived, so that a client and a package are made for the pages that bring them back. */
async function archivedClient(origin: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const email = `${crypto.randomUUID()}@client.example`;
    await visitor.open("/clients/new");
    await visitor.submit({ name: "Archie Archived", email }, { button: "Create client" });
    const cookie = cookieHeader(visitor);
    const id = await firstMatch(`${origin}/clients/?${new URLSearchParams({ q: email })}`, cookie, clientLink);
    await visitor.open(`/clients/${id}/archival`);
    await visitor.submit({}, { button: "Archive client" });
    return id;
  } finally {
    await visitor.close();
  }
}

async function archivedPackage(origin: string): Promise<string> {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    await visitor.open("/packages/new");
    const { url } = await visitor.submit(
      { street: "1 Measured Street", city: "Seattle" },
      { button: "Create property" },
    );
    await visitor.open(`${url.pathname}/archival`);
    await visitor.submit({}, { button: "Archive property" });
    return url.pathname.split("/")[2] ?? "";
  } finally {
    await visitor.close();
  }
}

const comparableLink = /\/comparables\/([0-9a-f-]{36})\//;
const packageLink = /href="\/packages\/([0-9a-f-]{36})"/;
const clientLink = /href="\/clients\/([0-9a-f-]{36})/;

async function firstMatch(url: string, cookie: string, pattern: RegExp): Promise<string> {
  const html = await (await fetch(url, { headers: { cookie } })).text();
  const found = html.match(pattern)?.[1];
  if (found === undefined) throw new Error(`${url} shows nothing like ${pattern}`);
  return found;
}

function pathOf(pattern: string, parameters: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`Nothing is known to open ${pattern} with: say here what :${name} is`);
    return value;
  });
}
