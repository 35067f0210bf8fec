/** The resource `portal_settings`: what a workspace shows to everybody. It has the workspace's own id. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { computed, moment, text, uuid } from "../engine/attribute.ts";
import { defineTable } from "../engine/table.ts";
import { may } from "../permissions.ts";
import { portalSettings as table } from "../tables.ts";

/** In Spanish; missing or null where there is none. */
const spanish = z.string().nullish();
export const testimonials = z.array(
  z.object({ text: z.string(), name: z.string(), place: z.string().nullable(), text_es: spanish }),
);
export const questions = z.array(
  z.object({ question: z.string(), answer: z.string(), question_es: spanish, answer_es: spanish }),
);

export const portalSettings = defineTable({
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
