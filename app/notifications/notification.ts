import * as z from "zod/mini";

/** Attributes of a notification; missing ones are null. */
export const notificationAttributes = {
  /** For example "client_answered". */
  kind: z.string(),
  /** A sentence for people, as in "Maria Lopez asked about 12 Oak St". */
  title: z.string(),
  detail: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  clientName: z.nullable(z.string()),
  packageId: z.nullable(z.string()),
  packageStreet: z.nullable(z.string()),
  opportunityId: z.nullable(z.string()),
  subjectType: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  insertedAt: z.string(),
  readAt: z.nullable(z.string()),
};
