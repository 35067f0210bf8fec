/** The tables of landing pages as queries see them; migration 26-portal-landing makes them. */
import { boolean, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import { moment, upstream } from "../engine/columns.ts";

/** What a client has said about the agency. */
export interface Testimonial {
  readonly text: string;
  readonly name: string;
  /** Where they are from. */
  readonly place: string | null;
  /** What people who read Spanish see in place of the text. */
  readonly text_es?: string | null;
}

/** A question that the workspace answers on its landing page. */
export interface Question {
  readonly question: string;
  readonly answer: string;
  /** The same in Spanish. */
  readonly question_es?: string | null;
  readonly answer_es?: string | null;
}

export const portalSettings = upstream.table("portal_settings", {
  /** The workspace's. */
  id: uuid().primaryKey(),
  introduction: text(),
  introductionEs: text("introduction_es"),
  shownAccountId: uuid("shown_account_id"),
  quotesMessages: boolean("quotes_messages").notNull().default(true),
  takesRegistrations: boolean("takes_registrations").notNull().default(true),
  testimonials: jsonb().$type<readonly Testimonial[]>().notNull().default([]),
  questions: jsonb().$type<readonly Question[]>().notNull().default([]),
  insertedAt: moment("inserted_at").notNull().defaultNow(),
  updatedAt: moment("updated_at").notNull().defaultNow(),
  version: integer().notNull().default(1),
});
