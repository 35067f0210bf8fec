import { and, asc, count, eq, inArray } from "drizzle-orm";
import { demoAccounts } from "#app/sign-in/demo-accounts.ts";
import { StartRefused } from "../start-refused.ts";
import type { Queries } from "../upstream/engine/queries.ts";
import { judgeHandle, obstacleSentences } from "../upstream/identity/handles.ts";
import type { MintedLink } from "../upstream/identity/mailed-links.ts";
import {
  connectWorkspace,
  type InvitedTo,
  inviteMember,
  isNoneConnected,
} from "../upstream/identity/member-invitations.ts";
import { accounts, memberships, workspaces } from "../upstream/tables.ts";
import type { AccountArguments } from "./arguments.ts";

export interface RecordsSettings {
  /** In an API, beside the embedded accounts. */
  readonly isElsewhere: boolean;
  readonly apiWorkspaceId: string | null;
}

export interface Invited {
  readonly link: MintedLink;
  readonly sentence: string;
  readonly warning: string | null;
}

/**
 * Invites a person to a workspace, or to make one. A workspace without an id in the API gets the given one, or the first one that of the
 * settings. @param transaction ends with this @throws StartRefused with what to do instead
 */
export async function inviteByCommand(
  transaction: Queries,
  { email, workspace: handle, role, apiWorkspaceId }: AccountArguments,
  records: RecordsSettings,
  now: Date,
): Promise<Invited> {
  if (apiWorkspaceId !== null && !records.isElsewhere)
    throw new StartRefused("--api-workspace is for records that an API keeps: set API_URL and API_IDENTITY=embedded.");
  const isFirst = await isNoWorkspaceYet(transaction, records);
  // The first workspace's id is in the settings.
  const apiId = apiWorkspaceId ?? (isFirst && records.isElsewhere ? records.apiWorkspaceId : null);
  const existing = handle === null ? null : await findByHandle(transaction, handle);
  if (existing !== null) {
    if (await isOfDemo(transaction, existing.id))
      throw new StartRefused(
        `${existing.name} belongs to the demo, whose passwords everybody knows. Name another one.`,
      );
    if (apiId !== null && apiId !== existing.apiWorkspaceId) await connect(transaction, existing.id, apiId);
    const isConnected = !records.isElsewhere || (apiId ?? existing.apiWorkspaceId) !== null;
    return join(transaction, email, existing, role, isConnected, now);
  }
  if (handle === null && !isFirst) throw new StartRefused(await nameOne(transaction));
  if (role !== null && role !== "owner")
    throw new StartRefused(
      handle === null
        ? "There is no workspace yet: whoever makes the first one owns it. Leave --role out."
        : `There is no workspace ${handle}: whoever makes it owns it. Leave --role out, or check its url.`,
    );
  const isConnected = !records.isElsewhere || apiId !== null;
  return found(
    transaction,
    email,
    { workspaceId: null, role: "owner", handle, apiWorkspaceId: apiId },
    isConnected,
    now,
  );
}

type Existing = typeof workspaces.$inferSelect;

async function findByHandle(queries: Queries, handle: string): Promise<Existing | null> {
  const [row] = await queries.select().from(workspaces).where(eq(workspaces.handle, handle));
  return row ?? null;
}

async function isOfDemo(queries: Queries, workspaceId: string): Promise<boolean> {
  const [known] = await queries
    .select({ id: accounts.id })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.workspaceId, workspaceId), inArray(accounts.email, [...demoAccounts.emails])))
    .limit(1);
  return known !== undefined;
}

/** Beside an API only connected workspaces count. */
async function isNoWorkspaceYet(queries: Queries, { isElsewhere }: RecordsSettings): Promise<boolean> {
  if (isElsewhere) return isNoneConnected(queries);
  const [row] = await queries.select({ total: count() }).from(workspaces);
  return row?.total === 0;
}

async function nameOne(queries: Queries): Promise<string> {
  const few = await queries
    .select({ handle: workspaces.handle })
    .from(workspaces)
    .orderBy(asc(workspaces.insertedAt))
    .limit(20);
  const known = few.map(({ handle }) => handle).join(", ");
  return `Name a workspace with --workspace: one of ${known}, or the url of a new one.`;
}

async function connect(queries: Queries, id: string, apiWorkspaceId: string): Promise<void> {
  if (await connectWorkspace(queries, id, apiWorkspaceId)) return;
  throw new StartRefused(`Another workspace is connected with the API's workspace ${apiWorkspaceId} already.`);
}

const noId = "It is not connected with the API yet and shows nothing of it. Run this again with --api-workspace.";

async function join(
  transaction: Queries,
  email: string,
  { id, name }: Existing,
  role: AccountArguments["role"],
  isConnected: boolean,
  now: Date,
): Promise<Invited> {
  if (role === "owner") throw new StartRefused(`${name} has an owner. Choose another role.`);
  const link = await mint(transaction, email, { workspaceId: id, role: role ?? "member" }, now);
  return {
    link,
    sentence: `${email} joins ${name}, as ${role ?? "member"} unless they belong to it already.`,
    warning: isConnected ? null : noId,
  };
}

async function found(
  transaction: Queries,
  email: string,
  invitedTo: Extract<InvitedTo, { readonly workspaceId: null }>,
  isConnected: boolean,
  now: Date,
): Promise<Invited> {
  const flaw = invitedTo.handle === null ? null : judgeHandle(invitedTo.handle);
  if (flaw !== null) throw new StartRefused(`--workspace ${invitedTo.handle}: ${obstacleSentences[flaw]}`);
  const link = await mint(transaction, email, invitedTo, now);
  return {
    link,
    sentence: `${email} makes a new workspace and owns it.`,
    warning: isConnected ? null : noId,
  };
}

async function mint(transaction: Queries, email: string, invitedTo: InvitedTo, now: Date): Promise<MintedLink> {
  const link = await inviteMember(transaction, email, invitedTo, now);
  if (link === null)
    throw new StartRefused("This workspace url is held for somebody else's registration. Choose another one.");
  return link;
}
