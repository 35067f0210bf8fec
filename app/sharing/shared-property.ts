import * as z from "zod/mini";
import { figure, money } from "../json-api/values.ts";
import { optionalText } from "../ui/form-values.ts";

/** What somebody outside of the workspace sees of a package. */

const text = z.nullable(z.string());
const flag = z.pipe(
  z.nullable(z.boolean()),
  z.transform((value) => value === true),
);

/** What a link says before it is opened. */
export const invitationAttributes = {
  label: z.string(),
  workspaceName: text,
  hasPasscode: flag,
  expiresAt: text,
};

/** Why a link shows nothing. */
export type LinkEnd = "unknown" | "revoked" | "expired";

/** What opening a link gives. */
export const openingAttributes = { viewingToken: z.string(), expiresAt: z.string() };

const sharedDocument = z.object({
  id: z.string(),
  label: z.string(),
  size: figure,
  /** Names of the folders from the first that is shown down; empty outside of all folders. */
  folder: text,
  /** Whether it can be looked at. */
  isShown: flag,
  /** Whether it has a summary that an agent has approved. */
  hasSummary: flag,
});
export type SharedDocument = z.output<typeof sharedDocument>;

/** What an opened link shows. */
export const viewAttributes = {
  label: z.string(),
  workspaceName: text,
  agent: z.nullable(z.object({ name: z.string(), email: text, phoneNumber: text })),
  street: z.string(),
  city: text,
  state: text,
  zip: text,
  beds: figure,
  baths: figure,
  sqft: figure,
  lotSize: figure,
  garages: figure,
  area: text,
  schools: z.pipe(
    z.nullable(z.array(z.object({ name: z.string(), url: text }))),
    z.transform((schools) => schools ?? []),
  ),
  listPrice: z.nullable(money),
  hasPhoto: flag,
  allowsDownload: flag,
  documents: z.array(sharedDocument),
  documentsTotal: figure,
};

/** The approved summary of a document. */
export const summaryAttributes = {
  /** Of the document. */
  label: z.string(),
  /** Sentences of the document itself, or a model's own. */
  method: z.enum(["extract", "model"]),
  points: z.array(z.object({ text: z.string(), page: z.number() })),
};

/** As many documents as are shown at a time: with them the page is still small. */
export const documentsOnPage = 25;

/** How many documents are passed over, as the address says it; whatever cannot be counts as none. */
export function readStart(parameters: URLSearchParams): number {
  const start = parameters.get("start") ?? "";
  return /^[1-9]\d{0,5}$/.test(start) ? Number(start) : 0;
}

export const openingForm = z.object({ passcode: z.optional(optionalText(1024)) });

/** Documents under the names of their folders, in the order given. */
export function byFolder(documents: readonly SharedDocument[]): { folder: string; documents: SharedDocument[] }[] {
  return [...Map.groupBy(documents, ({ folder }) => folder ?? "")].map(([folder, listed]) => ({
    folder,
    documents: listed,
  }));
}
