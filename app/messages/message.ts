import * as z from "zod/mini";
import { checkbox, optionalText, requiredText } from "../ui/form-values.ts";
import { isChosen } from "../uploads/chosen-files.tsx";

/** Messages between staff and a client: their attributes, and what is typed. */

/** Characters of a message. */
const longest = 10_000;

const attachment = z.object({ id: z.string(), label: z.string(), mime: z.string(), size: z.number() });

export const messageAttributes = {
  number: z.number(),
  kind: z.enum(["message", "note", "announcement"]),
  source: z.string(),
  isFromClient: z.boolean(),
  clientId: z.string(),
  authorName: z.string(),
  body: z.string(),
  /** All of the email that it was, where its words are a part of it. */
  original: z._default(z.nullable(z.string()), null),
  packageId: z.nullable(z.string()),
  packageStreet: z.nullable(z.string()),
  attachments: z.array(attachment),
  /** Asked at a property: the message is it or, from staff, its answer there. */
  question: z.nullable(z.object({ id: z.string(), opportunityId: z.string(), isAnswered: z.boolean() })),
  isVerified: z.boolean(),
  /** Names of the rules about payment details that it matches. */
  paymentWarning: z.array(z.string()),
  insertedAt: z.string(),
  editedAt: z.nullable(z.string()),
  deletedAt: z.nullable(z.string()),
};

const reader = z.object({
  name: z.string(),
  isClient: z.boolean(),
  lastReadNumber: z.number(),
  readAt: z.nullable(z.string()),
});

export const threadAttributes = {
  clientName: z.string(),
  /** What the agent calls them in greetings; null: what their name says. */
  clientGreetedAs: z.optional(z.nullable(z.string())),
  clientEmail: z.nullable(z.string()),
  /** In which the client reads; undefined where the service does not say. */
  clientLanguage: z.optional(z.nullable(z.string())),
  clientPhoneNumber: z.nullable(z.string()),
  clientPhotoUrl: z.nullable(z.string()),
  archivedAt: z.nullable(z.string()),
  lastNumber: z.number(),
  lastAt: z.nullable(z.string()),
  lastKind: z.enum(["message", "note", "announcement"]),
  /** The beginning of the newest message that is no note. */
  lastWords: z.string(),
  lastFrom: z.enum(["staff", "client"]),
  lastName: z.string(),
  needsReply: z.boolean(),
  needsReplySince: z.nullable(z.string()),
  unreadCount: z.number(),
  readers: z.array(reader),
};

export const draftAttributes = {
  body: z.string(),
  packageId: z.nullable(z.string()),
  documents: z.array(z.object({ id: z.string(), label: z.string() })),
  packages: z.array(z.object({ id: z.string(), street: z.string() })),
  submissionKey: z.string(),
};

/** Ids that hidden fields or checkboxes say; the service checks them. */
const ids = z.pipe(
  z.optional(z.union([z.string(), z.array(z.string())])),
  z.transform((given) => [given ?? []].flat().filter((id) => id !== "")),
);

/** A client without properties has no such field. */
const packageId = z.pipe(
  z.optional(optionalText()),
  z.transform((id) => id ?? null),
);

/** What is sent to a client with files, which need no words. */
export const messageWithFiles = z.object({
  body: optionalText(longest),
  packageId,
  documentIds: ids,
  /** Asked where the service finds payment details. */
  paymentConfirmed: checkbox(),
  /** In a browser alone: the server reads files apart from the form. */
  file: z.optional(z.unknown()),
});

/** What is sent to a client. */
export const messageForm = messageWithFiles.check(
  z.refine(({ body, documentIds, file }) => body !== null || documentIds.length > 0 || isChosen(file), {
    error: "Message must be at least 1 character.",
    path: ["body"],
  }),
);

/** What is kept of a message that is not sent yet: as it was typed. */
export const draftForm = z.object({
  body: z.string().check(z.maxLength(2 * longest, "Message must be at most 10,000 characters.")),
  packageId,
  documentIds: ids,
  /** What comes next: "attach", "stay", "reply" with the id of a saved one, or nothing. */
  next: z.catch(z.string(), ""),
  /** With "stay": the draft's key when the page was made. */
  draftKey: z.optional(z.string()),
});

export const attachmentsForm = z.object({ documentIds: ids });

export const noteForm = z.object({ body: requiredText("Note must be at least 1 character.", longest) });

/** One that has attachments may lose all of its words. */
export const editForm = z.object({ body: optionalText(longest), paymentConfirmed: checkbox() });
