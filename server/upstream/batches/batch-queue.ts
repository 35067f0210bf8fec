/** Batches of many records, as jobs. */
import { sql } from "drizzle-orm";
import type { JobQueue, Jobs } from "../../jobs/jobs.ts";
import type { Member, Plan, Role } from "../engine/current-user.ts";
import { dayIn } from "../engine/days.ts";
import type { Queries } from "../engine/queries.ts";
import { batches, memberships, workspaces } from "../tables.ts";
import { stepBatch } from "./running.ts";

/** Its key is the batch's id. */
export const batchQueue: JobQueue = {
  name: "batch",
  concurrency: 1,
  pollSeconds: 2,
  expireSeconds: 3600,
  retries: 6,
  retrySeconds: 5,
};

export interface BatchParts {
  readonly database: Queries;
  readonly jobs: Pick<Jobs, "send">;
  readonly clock: () => Date;
}

/** Works off a batch, from where an earlier attempt was interrupted. It ends early once its maker is no member any more. */
export async function runBatch({ database, jobs, clock }: BatchParts, id: string, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted();
    isMore = await database.transaction(async (transaction) => {
      const now = clock();
      const currentUser = await findMaker(transaction, id, now);
      if (currentUser === null) return false;
      const afterCommit = (queue: JobQueue, key: string) => jobs.send(queue, key, transaction);
      return stepBatch(transaction, { currentUser, afterCommit, now }, id);
    });
  }
}

/** Who makes a batch, with the rights that they have now; null for somebody who is no member any more. */
async function findMaker(database: Queries, batchId: string, now: Date): Promise<Member | null> {
  const { rows } = await database.execute<{
    account_id: string;
    workspace_id: string;
    role: Role;
    plan: Plan;
    time_zone: string;
  }>(sql`
    select ${memberships.accountId} as account_id, ${memberships.workspaceId} as workspace_id, ${memberships.role} as role,
      ${workspaces.plan} as plan, ${workspaces.timeZone} as time_zone
    from ${batches} join ${memberships} on ${memberships.accountId} = ${batches.accountId}
      and ${memberships.workspaceId} = ${batches.workspaceId}
    join ${workspaces} on ${workspaces.id} = ${batches.workspaceId} and ${workspaces.purgeAt} is null
    where ${batches.id} = ${batchId}`);
  const [row] = rows;
  if (row === undefined) return null;
  const { account_id: accountId, workspace_id: workspaceId, role, plan, time_zone: timeZone } = row;
  // No session: jobs go on when whoever began them has signed out.
  return { kind: "account", accountId, sessionId: batchId, workspaceId, role, plan, today: dayIn(timeZone, now) };
}
