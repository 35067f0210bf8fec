/** The resource `message`: of staff or the client in the client's thread, or a note among staff. */
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { idFilter } from "../engine/filters.ts";
import { computed, moment, text, uuid } from "../engine/record.ts";
import { invalidQuery } from "../engine/refusal.ts";
import { defineTable, type Filter, type ListRules } from "../engine/table.ts";
import { listSearch } from "../search/list-search.ts";
import { hasParts } from "../search/typed-words.ts";
import { messageKinds, messageSources, messages } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";

const table = messages;

const attachment = z.object({ id: z.uuid(), label: z.string(), mime: z.string(), size: z.int() });

/** Documents in the trash are left out. */
const attachmentsJson = sql`(select coalesce(json_agg(json_build_object('id', d.id, 'label', d.label, 'mime', d.mime,
    'size', d.size) order by a.position), '[]')
  from upstream.message_attachments a join upstream.documents d on d.id = a.document_id
  where a.message_id = ${table.id} and not d.is_trashed)`;

const question = z.object({ id: z.uuid(), opportunity_id: z.uuid(), is_answered: z.boolean() });

const questionJson = sql`(select json_build_object('id', q.id, 'opportunity_id', q.opportunity_id,
    'is_answered', q.answered_at is not null)
  from upstream.portal_questions q where q.id = coalesce(${table.questionId}, (select answered.id
    from upstream.portal_questions answered where answered.answer_message_id = ${table.id} order by answered.id limit 1)))`;

const changeableMinutes = 10;

export const message = defineTable({
  type: "message",
  path: "/messages",
  table,
  history: {
    topic: "messages",
    labels: {
      sent: "Message sent",
      received: "Message received",
      noted: "Internal note added",
      announced: "Announcement in the messages",
      edited: "Message edited",
      deleted: "Message deleted",
    },
    holders: { client: table.clientId },
    contact: { sent: true, received: true },
  },
  attributes: {
    number: computed(sql`${table.number}`, z.int()),
    kind: computed(sql`${table.kind}`, z.enum(messageKinds)),
    source: computed(sql`${table.source}`, z.enum(messageSources)),
    is_from_client: computed(sql`${table.isFromClient}`, z.boolean()),
    client_id: uuid(table.clientId),
    author_account_id: uuid(table.authorAccountId),
    author_email: text(table.authorEmail),
    author_name: text(table.authorName),
    body: text(table.body),
    original: text(table.original),
    package_id: uuid(table.packageId),
    package_street: computed(
      sql`(select p.street from upstream.packages p where p.id = ${table.packageId})`,
      z.string().nullable(),
    ),
    attachments: computed(attachmentsJson, z.array(attachment)),
    question: computed(
      questionJson,
      question.nullable().describe("The question asked at a property that it is or, from staff, that it answers there"),
    ),
    is_verified: computed(sql`${table.isVerified}`, z.boolean()),
    payment_warning: computed(sql`${table.paymentWarning}`, z.array(z.string())),
    is_changeable: computed(
      sql`(${table.kind} <> 'announcement' and ${table.deletedAt} is null
        and ${table.insertedAt} > now() - interval '${sql.raw(String(changeableMinutes))} minutes')`,
      z.boolean(),
    ),
    inserted_at: moment(table.insertedAt),
    edited_at: moment(table.editedAt),
    deleted_at: moment(table.deletedAt),
  },
  scope: (currentUser) => ofVisibleClients(table, currentUser),
  can: (currentUser, { author_account_id: author, is_changeable: isChangeable }) =>
    author === currentUser.accountId && isChangeable === true ? ["update", "remove"] : [],
});

/** A filter by the number that messages are in order of. */
function byNumber(condition: (number: number) => SQL): Filter {
  return (value, parameter) => {
    if (!/^\d{1,15}$/.test(value)) throw invalidQuery("invalid_filter", parameter, "Say the number of a message.");
    return condition(Number(value));
  };
}

export const messageList: ListRules = {
  sorts: { number: { column: table.number, as: "number" } },
  defaultSort: "-number",
  filters: {
    client_id: idFilter(table.clientId),
    search: listSearch((words) => hasParts(table.searchText, words)).filter,
    from_number: byNumber((number) => sql`${table.number} >= ${number}`),
    to_number: byNumber((number) => sql`${table.number} <= ${number}`),
  },
  plannedByValue: ["client_id"],
};

/** Former words of messages, in the log of owners and admins, since a brokerage has to keep them. */
export const messageWords = {
  type: message.type,
  table,
  id: table.id,
  history: {
    topic: "workspace" as const,
    labels: { words_changed: "Earlier words of a message", words_deleted: "Words of a deleted message" },
  },
};
