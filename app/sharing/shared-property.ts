import * as z from "zod/mini";
import { releasedAttributes } from "../client-pages/released.ts";
import { figure, money } from "../json-api/values.ts";
import { foot } from "../session/foot.ts";
import { optionalText } from "../ui/form-values.ts";

/** What people outside the workspace see of a package. */

const text = z.nullable(z.string());
const flag = z.pipe(
  z.nullable(z.boolean()),
  z.transform((value) => value === true),
);

/** What the first page of a link shows. */
export const invitationAttributes = {
  label: z.string(),
  workspaceName: text,
  logoId: text,
  foot: z.nullable(foot),
  hasPasscode: flag,
  /** For programs that show links; null for a link with a passcode, and where the service has none. */
  preview: z.nullish(z.object({ address: z.string(), photo: text })),
  expiresAt: text,
};

/** Why a link does not work. */
export type LinkEnd = "unknown" | "revoked" | "expired";

/** The viewing that opening a link creates. */
export const openingAttributes = { viewingToken: z.string(), expiresAt: z.string() };

const sharedDocument = z.object({
  id: z.string(),
  label: z.string(),
  mime: z.nullish(z.string()),
  kind: z.nullish(z.string()),
  size: figure,
  /** The path of the shown folders that it is in; empty for none. */
  folder: text,
  /** Whether it can be viewed in the browser. */
  isShown: flag,
  /** Whether it is a picture that lost its end, and is shown without. */
  isCutOff: flag,
  /** Whether it has a summary that an agent has approved. */
  hasSummary: flag,
});
export type SharedDocument = z.output<typeof sharedDocument>;

/** What an opened link shows. */
export const viewAttributes = {
  label: z.string(),
  workspaceName: text,
  logoId: text,
  foot: z.nullable(foot),
  agent: z.nullable(z.object({ name: z.string(), email: text, phoneNumber: text, photoId: z.nullish(z.string()) })),
  street: z.string(),
  city: text,
  state: text,
  zip: text,
  beds: figure,
  baths: figure,
  sqft: figure,
  lotSize: figure,
  garages: figure,
  yearBuilt: figure,
  hoa: z.nullable(money),
  area: text,
  schools: z.pipe(
    z.nullable(z.array(z.object({ name: z.string(), url: text }))),
    z.transform((schools) => schools ?? []),
  ),
  listPrice: z.nullable(money),
  photos: z.pipe(
    z.nullable(z.array(z.object({ id: z.string(), caption: text }))),
    z.transform((photos) => photos ?? []),
  ),
  /** What the agent has released to clients, where the link shows that. */
  released: z.nullable(z.object(releasedAttributes)),
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

/** Documents on a page: few, so that the page stays small. */
export const documentsOnPage = 25;

/** How many documents the URL skips; 0 for what is no number. */
export function readStart(parameters: URLSearchParams): number {
  const start = parameters.get("start") ?? "";
  return /^[1-9]\d{0,5}$/.test(start) ? Number(start) : 0;
}

export const openingForm = z.object({ passcode: z.optional(optionalText(1024)) });

/** Documents under the names of their folders, in the order given. */
export function groupByFolder(documents: readonly SharedDocument[]): { folder: string; documents: SharedDocument[] }[] {
  return [...Map.groupBy(documents, ({ folder }) => folder ?? "")].map(([folder, listed]) => ({
    folder,
    documents: listed,
  }));
}
