/** Every URL of the route map, so that a new route is tried without being named in a test. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#app/routes.ts";

/**
 * agent: behind the sign-in. client: behind the sign-in of the portal. view: the portal as staff look at it. public: the pages
 * before signing in. open: what answers anybody with nothing of its own.
 */
type Access = "agent" | "client" | "view" | "public" | "open";

export interface RouteAddress {
  /** As the router knows it, with a leading slash: "/clients/:id/edit". */
  readonly pattern: string;
  /** Below `app/`. */
  readonly file: string;
  /** Tells the routes of one file apart. */
  readonly id: string;
  readonly access: Access;
}

const guards: Readonly<Record<string, Access>> = {
  "session/agents.tsx": "agent",
  // Also for those who are shut out of their workspace.
  "sign-in/second-step/people.tsx": "agent",
  "sign-in/public.tsx": "public",
  "portal/clients.tsx": "client",
  "portal/view-frame.tsx": "view",
  "portal/public.tsx": "public",
  "sharing/shared-pages.tsx": "public",
};

/** What stands in the map outside all guards, and why it may: it redirects, takes posts only, is a dot or nothing, or says no more than who asks may know. */
const unguarded: ReadonlySet<string> = new Set([
  "session/home.tsx",
  "sign-in/sign-out.tsx",
  "portal/sign-out.tsx",
  "sign-in/signed-out-picture.ts",
  // The same script for everybody.
  "notifications/push-worker-file.ts",
  "not-found.tsx",
  "workspace/web-manifest.ts",
]);

/** What answers for all that is not there: no page of its own. */
const nothing = "workspace/settings-not-found.tsx";

/** Gives all addresses in the order of the map. @throws for a route outside all guards that is not known to belong there */
export async function routeAddresses(): Promise<RouteAddress[]> {
  return collect(await routes, "", null);
}

function collect(entries: readonly RouteConfigEntry[], parent: string, guard: Access | null): RouteAddress[] {
  return entries.flatMap((entry) => {
    if (entry.file === nothing) return [];
    const access = guards[entry.file] ?? guard;
    const path = entry.path?.replace(/^\/|\/$/g, "") ?? "";
    const pattern = path === "" ? parent : `${parent}/${path}`;
    const below = collect(entry.children ?? [], pattern, access);
    if (path === "" && entry.index !== true) return below;
    if (access === null && !unguarded.has(entry.file))
      throw new Error(`${pattern} stands outside all guards: say in tests/support/route-map.ts why it may`);
    return [
      { pattern: pattern || "/", file: entry.file, id: entry.id ?? entry.file, access: access ?? "open" },
      ...below,
    ];
  });
}

/** Whether only programs use an address: pictures by their signature, uploads in parts, a picker's options, a stream of events. There is no page to look at, as where something was shared that nobody has. */
export function isForPrograms(pattern: string): boolean {
  return /^\/(pictures|picker|uploads|kept|device\/shared\/:uploadId|messages\/events)(\/|$)/.test(pattern);
}

/** The parameters that are a record's id. A client's is called `id`, or `clientId` where it names their messages. */
const idParameters = [
  "personId",
  "invitationId",
  "contactRequestId",
  "importId",
  "packageImportId",
  "packageId",
  "comparableId",
  "photoId",
  "opportunityId",
  "commentId",
  "showingId",
  "documentId",
  "folderId",
  "templateId",
  "shareId",
  "findingId",
  "reportId",
  "taskId",
  "taskTemplateId",
  "savedViewId",
  "messageId",
  "replyId",
  "colleagueInvitationId",
] as const;

/** Records that addresses name, and the handle of their workspace. */
export type AddressedRecords = Readonly<Record<"clientId" | "handle" | (typeof idParameters)[number], string>>;

/** Values for every parameter of the map: these records, and secrets and signatures that are none of ours. */
export function addressValues({ clientId, handle, ...records }: AddressedRecords): Readonly<Record<string, string>> {
  return valuesOf(handle, {
    id: clientId,
    clientId,
    ...Object.fromEntries(idParameters.map((name) => [name, records[name]])),
  });
}

/** The same with this one id for every record. */
export function addressValuesOf(id: string, handle: string): Readonly<Record<string, string>> {
  return valuesOf(handle, { id, clientId: id, ...Object.fromEntries(idParameters.map((name) => [name, id])) });
}

/** An id that no record has. */
const nobodys = "00000000-0000-4000-8000-000000000000";

function valuesOf(handle: string, ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const token = "A".repeat(43);
  const picture = { width: "200", signature: token, source: "aHR0cDovL2V4YW1wbGUuY29tLw", pictureId: nobodys };
  const portal = {
    viewId: nobodys,
    dateId: `showing-${nobodys}`,
    signInId: nobodys,
    sentDocumentId: nobodys,
    sessionId: nobodys,
    requestId: nobodys,
    mailId: nobodys,
    memberId: nobodys,
    batchId: nobodys,
    confirmationId: nobodys,
    retainedId: nobodys,
    notificationId: nobodys,
    deviceId: nobodys,
    formId: "0".repeat(64),
    workspaceId: nobodys,
    plan: "standard",
  };
  return { ...ids, ...portal, handle, token, uploadId: token, ...picture, "*": "no/such/page" };
}

/** What an address says in its query of the record that it is about: without, it is the address of nothing. */
const neededQueries: Readonly<Record<string, string>> = {
  "/trash/new": "?about=client.:id",
  "/trash/restoration": "?record=:id",
  "/trash/removal": "?record=:id",
};

/** Whether an address names a record or a workspace, in its path or in its query. */
export function namesRecord(pattern: string): boolean {
  return pattern.includes(":") || pattern in neededQueries;
}

/** Writes an address with these values. @throws for a parameter without a value: say there what it is */
export function fillPattern(pattern: string, values: Readonly<Record<string, string>>): string {
  return `${pattern}${neededQueries[pattern] ?? ""}`.replaceAll(/:(\w+)|\*/g, (part, name: string | undefined) => {
    const value = values[name ?? part];
    if (value === undefined) throw new Error(`Nothing is known to open ${pattern} with: ${part} has no value`);
    return value;
  });
}

/** Where the router answers with a page's data instead of its document. */
export function dataPath(path: string): string {
  const [page = "", query] = path.split("?");
  const data = page === "/" ? "/_root.data" : `${page.replace(/\/$/, "")}.data`;
  return query === undefined ? data : `${data}?${query}`;
}
