/** The resource `push_subscription`: whether the browser of a session is told by Web Push, of what and when. */
import { and, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found, nothing } from "../engine/answer.ts";
import type { Member, PortalUser } from "../engine/current-user.ts";
import { givenOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { invalidAttribute, notFound } from "../engine/refusal.ts";
import { nextVersion } from "../engine/writing.ts";
import { type Topic, topics } from "../notifications/kinds.ts";
import { pushSubscriptions as table } from "../tables.ts";
import { authSecret, browserKey, isPushEndpoint, type LocalPushHosts } from "./push-endpoint.ts";
import type { PushKeys } from "./push-keys.ts";

/** Browsers of one person in a workspace; the oldest goes. */
const mostBrowsers = 10;

const hour = z.int().min(0).max(23);

const attributes = z.object({
  is_on: z.boolean().describe("Of the browser of this session, in this workspace"),
  application_key: z.string().describe("What the browser subscribes with, in base64url"),
  topics: z.array(z.enum(topics)),
  shows_names: z.boolean().describe("Whether pushes name clients and properties, also on a locked screen"),
  quiet_from: hour
    .nullable()
    .describe("The hour, in the workspace's time zone, from which nothing is told; null: none"),
  quiet_until: hour.nullable(),
});

const staffType = recordType("push_subscription", attributes);
const clientType = recordType("portal_push_subscription", attributes.omit({ topics: true }));

/** What the browser gives. */
const given = z.object({ endpoint: z.string().max(1000), browserKey, authSecret });

/** All or nothing of that, and choices; what is left out stays. */
const input = given.partial().extend({
  topics: z.array(z.enum(topics)).max(topics.length).optional(),
  showsNames: z.boolean().optional(),
  quietFrom: hour.nullable().optional(),
  quietUntil: hour.nullable().optional(),
});

/** Clients are told of their agent's messages. */
const clientTopics: Topic[] = ["messages"];

/** Before anything is chosen: all topics that are mailed at once or daily, no names, quiet from 9 PM to 7 AM. */
const usualTopics: Topic[] = ["messages", "clients", "deals", "tasks"];
const usual = {
  topics: usualTopics,
  showsNames: false,
  quietFrom: 21,
  quietUntil: 7,
};

interface Settings {
  readonly keys: () => Promise<PushKeys>;
  readonly localHosts: LocalPushHosts;
}

/** Whose browser it is: staff by the account, people of clients by their address. */
interface Holder {
  readonly sessionId: string;
  readonly workspaceId: string;
  readonly accountId: string | null;
  readonly clientEmail: string | null;
}

const ofSession = ({ sessionId, workspaceId }: Holder): SQL =>
  sql`${table.sessionId} = ${sessionId} and ${table.workspaceId} = ${workspaceId}`;

/** @param holder null for staff who look at a portal, whose own browser it is not */
async function read(database: Queries, holder: Holder | null, { keys }: Settings) {
  const [row] = holder === null ? [] : await database.select().from(table).where(ofSession(holder));
  const chosen = row ?? usual;
  return {
    attributes: {
      is_on: row !== undefined,
      application_key: (await keys()).publicKey,
      topics: chosen.topics,
      shows_names: chosen.showsNames,
      quiet_from: chosen.quietFrom,
      quiet_until: chosen.quietUntil,
    },
    version: row?.version ?? 0,
  };
}

/** @throws Refusal 400 for an address that nothing is sent to, and without one where none is kept */
async function write(database: Queries, holder: Holder, typed: z.output<typeof input>, { localHosts }: Settings) {
  const { endpoint, browserKey: key, authSecret: secret, ...choices } = typed;
  const chosen = givenOf(choices);
  if (endpoint === undefined || key === undefined || secret === undefined) {
    const set = { ...chosen, ...nextVersion(table) };
    const { rowCount } = await database.update(table).set(set).where(ofSession(holder));
    if (rowCount === 0) throw invalidAttribute("endpoint", "Say what the browser gave.");
    return;
  }
  await moveTo(database, holder.sessionId, { endpoint, browserKey: key, authSecret: secret }, localHosts);
  const topicsOf = holder.accountId === null ? clientTopics : usual.topics;
  await database
    .insert(table)
    .values({ ...usual, topics: topicsOf, ...chosen, ...holder, endpoint, browserKey: key, authSecret: secret })
    .onConflictDoUpdate({
      target: [table.sessionId, table.workspaceId],
      set: { ...chosen, ...nextVersion(table) },
    });
  await removeOldest(database, holder);
}

/**
 * Sends what a session is told to this browser, in all workspaces. It is one person's: whoever signed in last.
 * @throws Refusal 400 for an address that nothing is sent to
 */
async function moveTo(
  database: Queries,
  sessionId: string,
  browser: z.output<typeof given>,
  localHosts: LocalPushHosts,
): Promise<void> {
  const { endpoint } = browser;
  if (!isPushEndpoint(endpoint, localHosts)) throw invalidAttribute("endpoint", "Nothing is sent to this address.");
  await database.delete(table).where(and(eq(table.endpoint, endpoint), ne(table.sessionId, sessionId)));
  await database.update(table).set(browser).where(eq(table.sessionId, sessionId));
}

async function removeOldest(database: Queries, { workspaceId, accountId, clientEmail }: Holder): Promise<void> {
  const isOwn =
    accountId === null ? sql`${table.clientEmail} = ${clientEmail}` : sql`${table.accountId} = ${accountId}`;
  const own = sql`${table.workspaceId} = ${workspaceId} and ${isOwn}`;
  const newest = database
    .select({ id: table.id })
    .from(table)
    .where(own)
    .orderBy(desc(table.insertedAt), desc(table.id))
    .limit(mostBrowsers);
  await database.delete(table).where(sql`${own} and ${table.id} not in (${newest})`);
}

type StaffUser = Pick<Member, "sessionId" | "workspaceId" | "accountId">;

const staff = ({ sessionId, workspaceId, accountId }: StaffUser): Holder => ({
  sessionId,
  workspaceId,
  accountId,
  clientEmail: null,
});

/** @throws Refusal 404 for staff who look at a portal */
function client({ sessionId, workspaceId, email, viewerAccountId }: PortalUser): Holder {
  if (viewerAccountId !== null) throw notFound();
  return { sessionId, workspaceId, accountId: null, clientEmail: email };
}

const path = "/push_subscription";
const portalPath = "/portal/push_subscription";

/** Each call is about the browser of the session that makes it. */
export function pushSubscriptionRoutes(settings: Settings): readonly Route[] {
  async function answerStaff(database: Queries, user: StaffUser) {
    return found(staffType, { id: user.sessionId, path, ...(await read(database, staff(user), settings)) });
  }

  async function answerClient(database: Queries, user: PortalUser) {
    const { attributes: all, version } = await read(
      database,
      user.viewerAccountId === null ? client(user) : null,
      settings,
    );
    const { topics: _always, ...own } = all;
    return found(clientType, { id: user.sessionId, path: portalPath, attributes: own, version });
  }

  return [
    action({
      method: "GET",
      path,
      summary: "Whether the browser of this session is told by Web Push, of what and when",
      access: "workspace",
      answers: { status: 200, of: staffType },
      run: ({ database, currentUser }) => answerStaff(database, currentUser),
    }),
    action({
      method: "PATCH",
      path,
      summary: "Have that browser told, or change of what and when; it ends with the session",
      access: "workspace",
      input: { type: "push_subscription", attributes: input },
      answers: { status: 200, of: staffType },
      async run({ database, currentUser, attributes: typed }) {
        await write(database, staff(currentUser), typed, settings);
        return answerStaff(database, currentUser);
      },
    }),
    action({
      method: "DELETE",
      path,
      summary: "Tell that browser nothing more; again is a no-op",
      access: "workspace",
      answers: { status: 204, of: null },
      async run({ database, currentUser }) {
        await database.delete(table).where(ofSession(staff(currentUser)));
        return nothing;
      },
    }),
    action({
      method: "POST",
      path: "/push_subscription_renewals",
      summary: "Say where that browser is reached now; nothing is switched on by it",
      access: "session",
      input: { type: "push_subscription_renewal", attributes: given },
      answers: { status: 204, of: null },
      async run({ database, currentUser, attributes: browser }) {
        if (currentUser.kind === "client" && currentUser.viewerAccountId !== null) throw notFound();
        await moveTo(database, currentUser.sessionId, browser, settings.localHosts);
        return nothing;
      },
    }),
    action({
      method: "GET",
      path: portalPath,
      summary: "Whether the browser of a client's person is told of their agent's messages, and when",
      access: "client",
      answers: { status: 200, of: clientType },
      run: ({ database, currentUser }) => answerClient(database, currentUser),
    }),
    action({
      method: "PATCH",
      path: portalPath,
      summary: "Have that browser told, or change when; it ends with the session",
      access: "client",
      input: { type: "portal_push_subscription", attributes: input.omit({ topics: true }) },
      answers: { status: 200, of: clientType },
      async run({ database, currentUser, attributes: typed }) {
        await write(database, client(currentUser), typed, settings);
        return answerClient(database, currentUser);
      },
    }),
    action({
      method: "DELETE",
      path: portalPath,
      summary: "Tell that browser nothing more; again is a no-op",
      access: "client",
      answers: { status: 204, of: null },
      async run({ database, currentUser }) {
        await database.delete(table).where(ofSession(client(currentUser)));
        return nothing;
      },
    }),
  ];
}
