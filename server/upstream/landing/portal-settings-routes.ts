import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { changesOf } from "../engine/history.ts";
import { lineOf, optionalLine } from "../engine/inputs.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { changeRoute, findRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { memberships } from "../tables.ts";
import { portalSettings } from "./portal-settings.ts";

/** Several lines. @param label how the field is called on its page */
const textOf = (label: string, most: number) =>
  z
    .string()
    .trim()
    .min(1, `${label} must be at least 1 character.`)
    .max(most, `${label} must be at most ${most.toLocaleString("en-US")} characters.`);

// Kept under the names that they have on the wire.
const testimonial = z
  .object({
    text: textOf("A testimonial", 600),
    name: lineOf("A testimonial's name"),
    place: optionalLine("A place")
      .optional()
      .transform((typed) => typed ?? null),
    textEs: textOf("A testimonial in Spanish", 600).nullish(),
  })
  .transform(({ textEs, ...said }) => (textEs == null ? said : { ...said, text_es: textEs }));
const question = z
  .object({
    question: lineOf("A question"),
    answer: textOf("An answer", 1000),
    questionEs: lineOf("A question in Spanish").nullish(),
    answerEs: textOf("An answer in Spanish", 1000).nullish(),
  })
  .transform(({ questionEs, answerEs, ...asked }) => ({
    ...asked,
    ...(questionEs == null ? {} : { question_es: questionEs }),
    ...(answerEs == null ? {} : { answer_es: answerEs }),
  }));

const change = z.object({
  introduction: textOf("Introduction", 2000).nullish(),
  introductionEs: textOf("Introduction in Spanish", 2000).nullish(),
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

/** What a workspace shows to everybody: read by its members, changed by owners and administrators. */
export const portalSettingsRoutes: readonly Route[] = [
  findRoute(portalSettings, "What a workspace shows to clients; under the workspace's id"),
  changeRoute(portalSettings, { summary: "Change what a workspace shows to clients", input: change, run: update }),
];
