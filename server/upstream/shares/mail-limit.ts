/** Limits mails of shares, so that inboxes cannot be flooded. */
import { sql } from "drizzle-orm";
import type { Member, Plan } from "../engine/current-user.ts";
import type { Queries } from "../engine/queries.ts";
import { Refusal } from "../engine/refusal.ts";
import { shareTokens, workspaces } from "../tables.ts";

const maxFrom: Readonly<Record<Plan, number>> = { free: 100, standard: 1000 };
/** From all workspaces. */
const maxTo = 30;

/** Locks the count of a workspace's mails, before anything that mails might lock. */
export async function lockMailCount(transaction: Queries, { workspaceId }: Member): Promise<void> {
  await transaction
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(sql`${workspaces.id} = ${workspaceId}`)
    .for("no key update");
}

type SharedAttribute = "client_ids" | "package_ids";

/** @param emailKeys one for each mail @param attribute that the refusal is about @throws Refusal 400 `mail_limit` */
export async function checkMailLimit(
  transaction: Queries,
  { workspaceId, plan }: Member,
  emailKeys: readonly string[],
  attribute: SharedAttribute = "client_ids",
): Promise<void> {
  const most = maxFrom[plan];
  const isToday = sql`${shareTokens.insertedAt} > now() - interval '24 hours'`;
  const [sent] = await transaction
    .select({ mails: sql<number>`count(*)::integer` })
    .from(shareTokens)
    .where(sql`${shareTokens.workspaceId} = ${workspaceId} and ${shareTokens.emailKey} is not null and ${isToday}`);
  const left = Math.max(0, most - (sent?.mails ?? 0));
  if (emailKeys.length > left) {
    const said = `Your workspace can email links to ${most.toLocaleString("en")} people a day`;
    const advice = attribute === "client_ids" ? "Choose fewer clients, or continue tomorrow." : "Continue tomorrow.";
    throw tooMany(`${said}, and has ${left === 0 ? "none" : left} left. ${advice}`, attribute);
  }
  const { rows } = await transaction.execute(sql`
    select from unnest(${sql.param([...emailKeys])}::text[]) as wanted (email_key)
    group by wanted.email_key
    having count(*) + (select count(*) from ${shareTokens}
      where ${shareTokens.emailKey} = wanted.email_key and ${isToday}) > ${maxTo}
    limit 1`);
  if (rows.length > 0) {
    const whose = attribute === "client_ids" ? "these households" : "this household";
    throw tooMany(
      `Someone in ${whose} was already emailed ${maxTo} links within a day. Try again tomorrow.`,
      attribute,
    );
  }
}

function tooMany(detail: string, attribute: SharedAttribute): Refusal {
  const source = { pointer: `/data/attributes/${attribute}` };
  return new Refusal([{ status: 400, code: "mail_limit", detail, source }]);
}
