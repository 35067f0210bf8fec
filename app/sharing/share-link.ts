import { href } from "react-router";
import * as z from "zod/mini";
import { chosenClients, mostChosen } from "../action-paths.ts";
import { chosen, countedIds, knownIds } from "../forms/ticked-ids.ts";
import { splitIds } from "../json-api/id-list.ts";
import { isRecordId, type Versioned } from "../json-api/record.ts";
import { figure } from "../json-api/values.ts";
import { isDay } from "../ui/date-format.ts";
import { checkbox, optionalText, requiredText } from "../ui/form-values.ts";

/** Links that show a package to people outside the workspace. */

const text = z.nullable(z.string());
const flag = z.pipe(
  z.nullable(z.boolean()),
  z.transform((value) => value === true),
);

/** The attributes of a link; those that a service leaves out are null. */
export const linkAttributes = {
  packageId: z.string(),
  /** The client whom it was emailed to; null for any other link. */
  clientId: text,
  clientName: text,
  label: z.string(),
  folderIds: z.pipe(
    z.nullable(z.array(z.string())),
    z.transform((ids) => ids ?? []),
  ),
  includesUnfiled: flag,
  includesReleased: flag,
  allowsDownload: flag,
  hasPasscode: flag,
  expiresAt: text,
  revokedAt: text,
  fetchedCount: figure,
  openedCount: figure,
  lastOpenedAt: text,
  actorName: text,
  insertedAt: text,
  /** The token in its URL, given once: when the link is created. */
  urlToken: text,
};

export interface ShareLink extends Versioned, z.output<z.ZodMiniObject<typeof linkAttributes>> {}

export type LinkState = "active" | "expired" | "revoked";

/** Whether a link still works. @param now in milliseconds since 1970 */
export function stateOf({ expiresAt, revokedAt }: Pick<ShareLink, "expiresAt" | "revokedAt">, now: number): LinkState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : "active";
}

/** The last day on which a link works. */
const lastDay = optionalText(10).check(
  z.refine((typed) => typed === null || /^[1-9]\d{3}-\d\d-\d\d$/.test(typed), {
    error: "Expiry must be a date.",
    abort: true,
  }),
  z.refine((typed) => typed === null || isDay(typed), "That day doesn't exist."),
);

/** Whether a day is over wherever one is; the service knows whether it is over at the property. */
const isOver = (day: string) => Date.parse(`${day}T23:59:59-12:00`) < Date.now();

/** The service has the same rule: here, it is said together with what is wrong with the other fields. */
const passcode = optionalText(128).check(
  z.refine((typed) => typed === null || typed.length >= 6, "Passcode must be at least 6 characters."),
);

const shown = {
  label: requiredText("Label must be at least 1 character."),
  /** The last day on which it works, in the property's time zone. */
  endsOn: lastDay,
  allowsDownload: checkbox(),
};

const chosenFolders = { folderIds: chosen(100), includesUnfiled: checkbox(), includesReleased: checkbox() };

export const newLinkForm = z.object({
  ...shown,
  ...chosenFolders,
  endsOn: lastDay.check(z.refine((day) => day === null || !isOver(day), "Expiry must be in the future.")),
  passcode,
});
export type NewLink = z.output<typeof newLinkForm>;

/** A passcode that is left empty stays as it is. */
export const linkForm = z.object({
  ...shown,
  ...chosenFolders,
  passcode,
  removesPasscode: checkbox(),
});
export type ChangedLink = z.output<typeof linkForm>;

/** How many clients are offered at once. */
export const mostFound = 20;
/** How many of those whom a property fits are offered first. */
export const mostFitting = 20;

/** How many documents of a property are listed at once. */
const mostDocuments = 100;

/** With whom a property is shared, and what is said to them. */
export const clientsForm = z.object({
  note: optionalText(2000),
  clientIds: chosen(mostChosen).check(z.refine((ids) => ids.length > 0, "Choose at least one client.")),
  /** Whether those are invited to the client portal who never were. */
  invites: checkbox(),
  /** The documents that clients see, of those that were listed. */
  documentIds: chosen(mostDocuments),
  listedIds: chosen(mostDocuments),
  /** Whether to send what shows nothing but the address. */
  sendsEmpty: checkbox(),
  countedIds,
});
export type ShownToClients = z.output<typeof clientsForm>;
export type SharedWith = Pick<ShownToClients, "note" | "clientIds" | "invites">;

/** The button that looks for others: it sends the form, too, since an address could not hold the note. */
export const looking = "looking";

/** The button that ticks all that fit; its value names them. */
export const selecting = "selecting";

/** Ticks in a posted form what that button names. */
export function tickSelected(posted: FormData, name: string): void {
  const named = posted.get(selecting);
  const ticked = posted.getAll(name);
  for (const id of typeof named === "string" ? splitIds(named) : []) if (!ticked.includes(id)) posted.append(name, id);
}

/** The same while somebody else is looked for: nothing has to be right yet, and nothing typed may be lost. */
export const lookForm = z.object({ q: z._default(z.string(), ""), clientIds: knownIds(mostChosen + mostFitting) });

/** The button that shows, in a tab of its own, what clients would get. */
export const previewing = "previewing";

/** The same for a preview of what is ticked. */
export const previewForm = z.object({ documentIds: chosen(mostDocuments), listedIds: chosen(mostDocuments) });
type Ticked = z.output<typeof previewForm>;

/** The page that shows what clients would get with the documents that are ticked, in place of those that they see now. */
export function previewPath(packageId: string, { documentIds, listedIds }: Ticked): string {
  const query = new URLSearchParams();
  for (const id of listedIds) query.append(documentIds.includes(id) ? "show" : "hide", id);
  return `${href("/packages/:packageId/shares/preview", { packageId })}${query.size === 0 ? "" : `?${query}`}`;
}

/** What the address of that page says; null where it says nothing. */
export function readTicked(query: URLSearchParams): Ticked | null {
  const [documentIds, others] = [query.getAll("show"), query.getAll("hide")];
  const listedIds = [...documentIds, ...others];
  return listedIds.length === 0 ? null : { documentIds, listedIds };
}

export function linkPath(packageId: string, shareId: string): string {
  return href("/packages/:packageId/shares/:shareId", { packageId, shareId });
}

/** The ids of the clients in that page's address, each once; null where it names none. */
export function readChosen(query: URLSearchParams): readonly string[] | null {
  const ids = [...new Set(splitIds(query.get(chosenClients) ?? "").filter(isRecordId))];
  return ids.length === 0 ? null : ids.slice(0, mostChosen);
}
