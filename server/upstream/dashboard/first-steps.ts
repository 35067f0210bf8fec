/** What a new workspace begins with: each step is open until it is done, or until the member puts it away. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { nothing } from "../engine/answer.ts";
import type { Member } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { inWorkspace } from "../engine/tenancy.ts";
import { may, mayAny } from "../permissions.ts";
import {
  clients,
  colleagueInvitations,
  memberships,
  packages,
  portalSettings,
  shareLinks,
  workspaces,
} from "../tables.ts";
import { isSamplePackage } from "../visibility.ts";

const steps = ["clients", "packages", "team", "public_page", "share"] as const;
type Step = (typeof steps)[number];

export const openSteps = z.array(z.enum(steps)).describe("First steps that are neither done nor put away");

function isAllowed(step: Step, currentUser: Member): boolean {
  if (step === "team") return may(currentUser, "members.manage");
  if (step === "public_page") return may(currentUser, "workspace.update");
  return mayAny(currentUser, step === "share" ? "records.share" : "records.create");
}

/** SQL of whether a step is done. The workspace's, so that a member is not asked for what a colleague did. */
function isDone(step: Step, currentUser: Member): SQL {
  const { workspaceId } = currentUser;
  switch (step) {
    case "clients":
      return sql`exists (select from ${clients} where ${inWorkspace(clients, currentUser)} and not ${clients.isSample})`;
    case "packages":
      return sql`exists (select from ${packages} where ${inWorkspace(packages, currentUser)} and not ${packages.isSample})`;
    case "team":
      return sql`(select count(*) > 1 from ${memberships} where ${inWorkspace(memberships, currentUser)})
        or exists (select from ${colleagueInvitations} where ${inWorkspace(colleagueInvitations, currentUser)}
          and ${colleagueInvitations.revokedAt} is null)`;
    case "public_page":
      return sql`exists (select from ${workspaces} join ${portalSettings} on ${portalSettings.id} = ${workspaces.id}
        where ${workspaces.id} = ${workspaceId} and ${workspaces.logo} is not null
          and ${portalSettings.introduction} is not null)`;
    case "share":
      return sql`exists (select from ${shareLinks} where ${inWorkspace(shareLinks, currentUser)}
        and not ${isSamplePackage(shareLinks.packageId)})`;
  }
}

/** The steps that the current user is shown. */
export async function readOpenSteps(database: Queries, currentUser: Member): Promise<z.output<typeof openSteps>> {
  const allowed = steps.filter((step) => isAllowed(step, currentUser));
  if (allowed.length === 0) return [];
  const cases = allowed.map((step) => sql`when ${step} then ${isDone(step, currentUser)}`);
  const names = sql.join(
    allowed.map((step) => sql`${step}`),
    sql`, `,
  );
  const { rows } = await database.execute(sql`
    select coalesce(array_agg(step order by place), '{}') as steps
    from ${memberships} cross join unnest(array[${names}]::text[]) with ordinality as shown (step, place)
    where ${inWorkspace(memberships, currentUser)} and ${memberships.accountId} = ${currentUser.accountId}
      and step <> all (${memberships.putAwaySteps}) and not (case step ${sql.join(cases, sql` `)} end)`);
  return openSteps.parse(rows[0]?.steps);
}

/** POST: "Not now" for one of the steps. Again is a no-op. */
export const stepDismissalRoute: Route = action({
  method: "POST",
  path: "/first_step_dismissals",
  summary: "Put a first step away, for the current user alone",
  access: "workspace",
  input: { type: "first_step_dismissal", attributes: z.object({ step: z.enum(steps) }) },
  answers: { status: 204, of: null },
  async run({ database, currentUser, attributes: { step } }) {
    await database
      .update(memberships)
      .set({ putAwaySteps: sql`array_append(array_remove(${memberships.putAwaySteps}, ${step}), ${step})` })
      .where(sql`${inWorkspace(memberships, currentUser)} and ${memberships.accountId} = ${currentUser.accountId}`);
    return nothing;
  },
});
