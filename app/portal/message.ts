import * as z from "zod/mini";
import { problem } from "../client-pages/portal-form.tsx";
import { optionalText } from "../ui/form-values.ts";

/** A client's own thread: its attributes, and what is typed into it. */

const text = z.nullable(z.string());

const messageAttributes = z.object({
  id: z.string(),
  /** The order. */
  number: z.number(),
  kind: z.enum(["message", "announcement"]),
  /** Of who wrote it. */
  name: z.string(),
  /** Of the agent who wrote it. */
  photoId: z._default(text, null),
  /** Whether the person who reads wrote it. */
  isOwn: z.boolean(),
  isFromClient: z.boolean(),
  body: z.string(),
  /** All of the email that it was, where its words are a part of it. */
  original: z._default(text, null),
  isDeleted: z.boolean(),
  editedAt: text,
  insertedAt: z.string(),
  packageId: text,
  /** Street of the property that it is about. */
  property: text,
  attachments: z.array(z.object({ id: z.string(), label: z.string(), isShown: z.boolean() })),
  /** What in it looks like payment details, by the names of the service's rules. */
  paymentWarning: z.array(z.string()),
});
export type ThreadMessage = z.output<typeof messageAttributes>;

/** What the person has begun to write, on whichever device. */
export const draftAttributes = {
  body: z.string(),
  documents: z.array(z.object({ id: z.string(), label: z.string() })),
  submissionKey: z.string(),
};

export const threadAttributes = {
  /** The oldest first. */
  messages: z.array(messageAttributes),
  /** Where the next older ones begin; null: there are none. */
  older: z.nullable(z.number()),
  lastReadNumber: z.number(),
  draft: z.object(draftAttributes),
};

/** Characters of a message. */
export const longestMessage = 10_000;

const mostAttached = 20;

const documentIds = z.pipe(
  z.optional(z.union([z.string(), z.array(z.string())])),
  z.transform((given, context) => {
    const ids = [...new Set([given ?? []].flat().filter((id) => id !== ""))];
    if (ids.length > mostAttached)
      context.issues.push({ code: "custom", message: problem("tooManyAttached"), input: given });
    return ids;
  }),
);

/** What may be kept of a message that is not sent yet: anything that could be sent, and nothing. */
export const draftForm = z.object({ body: optionalText(longestMessage, problem("messageTooLong")), documentIds });

/** What is sent; with files it needs no words. */
export const messageForm = draftForm.check(
  z.refine(({ body, documentIds }) => body !== null || documentIds.length > 0, {
    path: ["body"],
    error: problem("enterMessageOrAttach"),
  }),
);

export const attachmentForm = z.object({ documentIds });
