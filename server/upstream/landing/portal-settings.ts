/** The resource `portal_settings`: a workspace's public page, with the workspace's id. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { changesOf } from "../engine/history.ts";
import { lineOf, optionalLine, textOf } from "../engine/inputs.ts";
import { computed, moment, text, uuid } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { defineTable } from "../engine/table.ts";
import { changeRoute, findRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { may } from "../permissions.ts";
import { memberships, portalSettings as table } from "../tables.ts";

const spanish = z.string().nullish();

export const testimonials = z.array(
  z.object({ text: z.string(), name: z.string(), place: z.string().nullable(), text_es: spanish }),
);

export const questions = z.array(
  z.object({ question: z.string(), answer: z.string(), question_es: spanish, answer_es: spanish }),
);

const portalSettings = defineTable({
  type: "portal_settings",
  path: "/portal_settings",
  table,
  history: { topic: "workspace", labels: { updated: "Client portal settings changed" } },
  attributes: {
    introduction: text(table.introduction),
    introduction_es: text(table.introductionEs),
    shown_account_id: uuid(table.shownAccountId),
    takes_registrations: computed(sql`${table.takesRegistrations}`, z.boolean()),
    quotes_messages: computed(sql`${table.quotesMessages}`, z.boolean()),
    testimonials: computed(sql`${table.testimonials}`, testimonials),
    questions: computed(sql`${table.questions}`, questions),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
  },
  scope: (currentUser) => sql`${table.id} = ${currentUser.workspaceId}`,
  can: (currentUser) => (may(currentUser, "workspace.update") ? ["update"] : []),
});

const filled = (label: string, most: number) => textOf(label, most).min(1, `${label} must be at least 1 character.`);

const testimonial = z
  .object({
    text: filled("A testimonial", 600),
    name: lineOf("A testimonial's name"),
    place: optionalLine("A place")
      .optional()
      .transform((typed) => typed ?? null),
    textEs: filled("A testimonial in Spanish", 600).nullish(),
  })
  .transform(({ textEs, ...said }) => (textEs == null ? said : { ...said, text_es: textEs }));

const question = z
  .object({
    question: lineOf("A question"),
    answer: filled("An answer", 1000),
    questionEs: lineOf("A question in Spanish").nullish(),
    answerEs: filled("An answer in Spanish", 1000).nullish(),
  })
  .transform(({ questionEs, answerEs, ...asked }) => ({
    ...asked,
    ...(questionEs == null ? {} : { question_es: questionEs }),
    ...(answerEs == null ? {} : { answer_es: answerEs }),
  }));

const change = z.object({
  introduction: filled("Introduction", 2000).nullish(),
  introductionEs: filled("Introduction in Spanish", 2000).nullish(),
  shownAccountId: z.uuid().nullish(),
  takesRegistrations: z.boolean().optional(),
  quotesMessages: z.boolean().optional(),
  testimonials: z.array(testimonial).max(4, "Enter at most 4 testimonials.").optional(),
  questions: z.array(question).max(8, "Enter at most 8 questions.").optional(),
});

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { attributes, record, database, currentUser } = write;
  const changes = changesOf(record, attributes);
  if (changes.length === 0) return;
  const { shownAccountId } = attributes;
  if (shownAccountId != null) {
    const isMember = sql`${memberships.workspaceId} = ${currentUser.workspaceId} and ${memberships.accountId} = ${shownAccountId}`;
    if ((await database.$count(memberships, isMember)) === 0)
      throw invalidAttribute("shown_account_id", "Choose somebody of this workspace.");
  }
  await changeRecord(write, portalSettings, "updated", attributes, changes);
}

export const portalSettingsRoutes: readonly Route[] = [
  findRoute(portalSettings, "What a workspace shows to clients; under the workspace's id"),
  changeRoute(portalSettings, { summary: "Change what a workspace shows to clients", input: change, run: update }),
];
