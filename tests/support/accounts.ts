/** People and workspaces of tests, made in the database as registering makes them. */
import { randomUUID } from "node:crypto";
import type { Database } from "#server/database/database.ts";
import type { Plan, Role } from "#server/upstream/engine/current-user.ts";
import { insertAccount } from "#server/upstream/identity/accounts.ts";
import { insertMembership } from "#server/upstream/identity/memberships.ts";
import { openSession } from "#server/upstream/identity/sessions.ts";
import { insertWorkspace } from "#server/upstream/identity/workspaces.ts";

export interface Member {
  readonly accountId: string;
  readonly workspaceId: string;
  /** Signs them in at the service. */
  readonly token: string;
}

type Orm = Database["orm"];

/** Founds a workspace; gives its owner. @param plan on "free" all members act as administrators */
export async function foundWorkspace(orm: Orm, plan: Plan = "standard"): Promise<Member> {
  const ownerId = await newAccount(orm);
  const wanted = { name: "Harbour Homes", handle: `agency-${randomUUID().slice(0, 13)}`, ownerId, plan };
  const workspaceId = await orm.transaction((transaction) => insertWorkspace(transaction, wanted, new Date()));
  if (workspaceId === null) throw new Error("no workspace");
  return signIn(orm, ownerId, workspaceId);
}

/** Adds a new person to a workspace. */
export async function joinWorkspace(orm: Orm, workspaceId: string, role: Role): Promise<Member> {
  const accountId = await newAccount(orm);
  await insertMembership(orm, { workspaceId, accountId, role }, new Date());
  return signIn(orm, accountId, workspaceId);
}

async function newAccount(orm: Orm): Promise<string> {
  const email = `${randomUUID()}@agency.example`;
  const id = await insertAccount(orm, { email, firstName: "Ada", lastName: "Marsh" }, new Date());
  if (id === null) throw new Error("no account");
  return id;
}

async function signIn(orm: Orm, accountId: string, workspaceId: string): Promise<Member> {
  const { token } = await openSession(orm, { kind: "account", accountId }, new Date());
  return { accountId, workspaceId, token };
}
