import * as z from "zod/mini";

/** Which emails an agent wants: a choice for each topic of notifications. */

export const mailChoices = ["each", "daily", "none"] as const;
const choice = z.enum(mailChoices);

export const choicesAttributes = {
  messages: choice,
  clients: choice,
  openings: choice,
  deals: choice,
  documents: choice,
  tasks: choice,
};

export const choicesForm = z.object(choicesAttributes);
export type MailChoices = z.output<typeof choicesForm>;

/** What the form holds at first. */
export function typedChoices({ messages, clients, openings, deals, documents, tasks }: MailChoices): MailChoices {
  return { messages, clients, openings, deals, documents, tasks };
}

/** The topics in the order of the form. */
export const topics: readonly { readonly name: keyof MailChoices; readonly label: string; readonly hint: string }[] = [
  { name: "messages", label: "Messages", hint: "A client writes to you; a colleague mentions you." },
  {
    name: "clients",
    label: "Clients",
    hint: "A client accepts, answers, asks, or sends a document; an email to a client can't be delivered.",
  },
  { name: "deals", label: "Deals", hint: "A colleague moves your deal; an offer is due or expires within a day." },
  {
    name: "tasks",
    label: "Tasks",
    hint: "A colleague assigns you a task; a task is due. Once a day is the list of all that is due.",
  },
  { name: "openings", label: "Openings", hint: "A client opens a property, a document or a link for the first time." },
  { name: "documents", label: "AI summaries and reports", hint: "What you asked for is ready, or failed." },
];

export const choiceOptions = [
  { value: "each", label: "After 5 minutes, if unread" },
  { value: "daily", label: "Once a day" },
  { value: "none", label: "No emails" },
];

/** A choice as a form sends it; null for anything else. */
export function readMailChoice(value: unknown): (typeof mailChoices)[number] | null {
  return mailChoices.find((choice) => choice === value) ?? null;
}
