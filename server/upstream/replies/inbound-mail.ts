/** The resource `inbound_mail`: a reply by email that waits for an agent, or waited. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { fullName } from "../engine/account-name.ts";
import type { Plan, Role } from "../engine/current-user.ts";
import { idFilter, trueOrFalse } from "../engine/filters.ts";
import type { Reads } from "../engine/queries.ts";
import { computed, moment, text, uuid } from "../engine/record.ts";
import { defineTable, type ListRules } from "../engine/table.ts";
import { greetedAs } from "../identity/greeted-as.ts";
import { readerLanguage } from "../identity/reader-language.ts";
import { accessScopeOf, mayAny } from "../permissions.ts";
import {
  accounts,
  clients,
  type Language,
  memberships,
  portalAccess,
  portalPeople,
  replyAddresses,
  inboundMails as table,
  workspaces,
} from "../tables.ts";
import { isOpenWorkspace, ofVisibleClients } from "../visibility.ts";
import { automaticSigns } from "./mail-reading.ts";

const ofStaff = sql`exists (select from ${replyAddresses}
  where ${replyAddresses.id} = ${table.replyAddressId} and ${replyAddresses.accountId} is not null)`;

export const inboundMail = defineTable({
  type: "inbound_mail",
  path: "/inbound_mails",
  table,
  history: {
    topic: "messages",
    labels: { accepted: "Reply by email accepted", dismissed: "Reply by email dismissed" },
    holders: { client: table.clientId },
  },
  attributes: {
    state: computed(sql`${table.state}`, z.enum(["waiting", "added", "dismissed"])),
    doubt: computed(sql`${table.reason}`, z.enum(["other_sender", "not_proved", "payment_details", ...automaticSigns])),
    is_of_staff: computed(ofStaff, z.boolean()),
    author_name: text(table.authorName),
    from_address: text(table.fromAddress),
    body: text(table.body),
    original: text(table.original),
    attachment_names: computed(sql`${table.attachmentNames}`, z.array(z.string())),
    message_id: uuid(table.messageId),
    client_id: uuid(table.clientId),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  // Only emails that waited for an agent have a sender.
  scope: (currentUser) => sql`${table.fromAddress} is not null and ${ofVisibleClients(table, currentUser)}`,
  can: (currentUser, { state }) =>
    state === "waiting" && mayAny(currentUser, "records.share") ? ["accept", "dismiss"] : [],
});

export const inboundMailList: ListRules = {
  sorts: { inserted_at: { column: table.insertedAt, as: "moment" } },
  defaultSort: "inserted_at",
  filters: {
    client_id: idFilter(table.clientId),
    waiting: trueOrFalse((isTrue) => sql`(${table.state} = 'waiting') = ${isTrue}`),
  },
  plannedByValue: ["client_id"],
};

/** The person of a reply address, who may write in its thread. */
export interface Correspondent {
  readonly id: string;
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly clientId: string;
  readonly clientName: string;
  readonly accountId: string | null;
  /** Null for members, and for people who have not been in the portal. */
  readonly personId: string | null;
  /** Normalized. */
  readonly email: string;
  readonly name: string;
  /** What an agent calls them in greetings; null: what their name says. */
  readonly greetedAs: string | null;
  readonly language: Language | null;
}

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly workspace_id: string;
  readonly plan: Plan;
  readonly client_id: string;
  readonly client_name: string;
  readonly assigned_account_id: string | null;
  readonly account_id: string | null;
  readonly account_email: string | null;
  readonly account_name: string | null;
  readonly role: Role | null;
  readonly person_email: string | null;
  readonly person_name: string | null;
  readonly person_id: string | null;
  readonly greeted_as: string | null;
  readonly language: Language | null;
}

/** The person of a reply address; null once they may not write in its thread, or the client is archived, or the workspace deleted. */
export async function findCorrespondent(queries: Reads, id: string): Promise<Correspondent | null> {
  const { rows } = await queries.execute<Row>(sql`
    select ${replyAddresses.id}, ${replyAddresses.workspaceId}, ${workspaces.plan}, ${replyAddresses.clientId},
      ${clients.name} as client_name, ${clients.assignedAccountId}, ${replyAddresses.accountId},
      ${accounts.email} as account_email, ${fullName} as account_name, ${memberships.role},
      ${portalAccess.email} as person_email, ${portalAccess.name} as person_name, ${portalPeople.id} as person_id,
      ${greetedAs(portalAccess.clientId, portalAccess.email)} as greeted_as,
      ${readerLanguage(clients.id)} as language
    from ${replyAddresses}
    join ${workspaces} on ${workspaces.id} = ${replyAddresses.workspaceId} and ${isOpenWorkspace}
    join ${clients} on ${clients.id} = ${replyAddresses.clientId} and not ${clients.isArchived}
    left join ${accounts} on ${accounts.id} = ${replyAddresses.accountId}
    left join ${memberships} on ${memberships.accountId} = ${accounts.id}
      and ${memberships.workspaceId} = ${replyAddresses.workspaceId}
    left join ${portalAccess} on ${portalAccess.clientId} = ${clients.id} and ${portalAccess.email} = ${replyAddresses.email}
      and ${portalAccess.acceptedAt} is not null
    left join ${portalPeople} on ${portalPeople.email} = ${portalAccess.email}
    where ${replyAddresses.id} = ${id}`);
  const [row] = rows;
  if (row === undefined) return null;
  const person = row.account_id === null ? personOf(row) : memberOf(row);
  if (person === null) return null;
  const { workspace_id: workspaceId, plan, client_id: clientId, client_name: clientName } = row;
  return { id: row.id, workspaceId, plan, clientId, clientName, ...person };
}

function memberOf({ account_id: accountId, account_email: email, account_name: name, role, ...row }: Row) {
  if (accountId === null || email === null || name === null || role === null) return null;
  const scope = accessScopeOf({ role, plan: row.plan }, "records.share");
  if (scope === "no" || (scope === "own" && row.assigned_account_id !== accountId)) return null;
  return { accountId, personId: null, email, name, greetedAs: null, language: null };
}

function personOf({
  person_email: email,
  person_name: name,
  person_id: personId,
  greeted_as: greetedAs,
  language,
}: Row) {
  return email === null || name === null ? null : { accountId: null, personId, email, name, greetedAs, language };
}
