import { sql } from "drizzle-orm";
import { z } from "zod";
import { fullName } from "../engine/account-name.ts";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import type { Queries } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { secret } from "../identity/inputs.ts";
import { hashToken } from "../identity/tokens.ts";
import { shownAccount } from "../landing/landing-routes.ts";
import { accounts, contactRequests, portalSettings, workspaces } from "../tables.ts";
import { isOpenWorkspace } from "../visibility.ts";
import { filingQueue } from "./filing.ts";

const registration = z.object({
  is_confirmed: z.boolean(),
  workspace_name: z.string(),
  handle: z.string(),
  agent_name: z.string(),
});
const registrationType = recordType("portal_registration", registration);
const registrationRow = registration.extend({ id: z.uuid() });

const input = { type: "portal_registration", attributes: z.object({ token: secret }) };

/** @throws Refusal 404 for an unknown or expired token */
async function findRegistration(database: Queries, token: string, now: Date) {
  const { rows } = await database.execute(sql`
    select ${contactRequests.id}, ${contactRequests.confirmedAt} is not null as is_confirmed,
      ${workspaces.name} as workspace_name, ${workspaces.handle}, ${fullName} as agent_name
    from ${contactRequests} join ${workspaces} on ${workspaces.id} = ${contactRequests.workspaceId} and ${isOpenWorkspace}
    join ${portalSettings} on ${portalSettings.id} = ${workspaces.id}
    join ${accounts} on ${accounts.id} = ${shownAccount}
    where ${contactRequests.tokenHash} = ${hashToken(token)}
      and (${contactRequests.confirmedAt} is not null or ${contactRequests.expiresAt} > ${now})`);
  const [row] = rows;
  if (row === undefined) throw notFound();
  const { id, ...attributes } = registrationRow.parse(row);
  return { id, attributes };
}

export const confirmationRoutes: readonly Route[] = [
  action({
    method: "POST",
    path: "/portal/registration_checks",
    summary: "What became of a registration; looking confirms nothing",
    access: "anyone",
    input,
    answers: { status: 201, of: registrationType },
    transaction: "own",
    async run({ database, attributes: { token }, now }) {
      return created(registrationType, await findRegistration(database, token, now));
    },
  }),
  action({
    method: "POST",
    path: "/portal/registration_confirmations",
    summary: "Confirm the address of a registration, which then waits for an agent; confirming again changes nothing",
    access: "anyone",
    input,
    answers: { status: 201, of: registrationType },
    async run({ database, attributes: { token }, afterCommit, now }) {
      const { id, attributes } = await findRegistration(database, token, now);
      const { rowCount } = await database
        .update(contactRequests)
        .set({ confirmedAt: now.toISOString() })
        .where(sql`${contactRequests.id} = ${id} and ${contactRequests.confirmedAt} is null`);
      if (rowCount === 1) await afterCommit(filingQueue, id);
      return created(registrationType, { id, attributes: { ...attributes, is_confirmed: true } });
    },
  }),
];
