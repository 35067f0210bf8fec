import * as z from "zod/mini";
import { labelOfOutcome, labelOfReason, labelOfRole, labelOfStage } from "../labels.ts";
import { labelOfLanguage } from "../languages.ts";
import { clientPath, documentPath, opportunityPath, packagePath, taskPath } from "../record-paths.ts";
import { formatDay, formatMoment, isDay } from "../ui/date-format.ts";
import { formatMoney, formatNumber } from "../ui/number-format.ts";

/** Events: who did what, when, and what changed. */

/** Values are any JSON that the changed attribute held. */
const change = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

/** Attributes of an event; missing ones are null. */
export const activityAttributes = {
  /** A sentence for people, as in "Client created". */
  label: z.string(),
  occurredAt: z.string(),
  /** Null for events without a person, such as scheduled ones. */
  actorName: z.nullable(z.string()),
  /** Null for events without a client, and where the service does not say. */
  clientId: z.nullable(z.string()),
  clientName: z.nullable(z.string()),
  /** For example "document.purged". */
  kind: z.nullable(z.string()),
  packageId: z.nullable(z.string()),
  packageStreet: z.nullable(z.string()),
  opportunityId: z.nullable(z.string()),
  subjectType: z.nullable(z.string()),
  subjectId: z.nullable(z.string()),
  changes: z.pipe(
    z.nullable(z.array(change)),
    z.transform((changes) => changes ?? []),
  ),
};

export interface Activity extends z.output<z.ZodMiniObject<typeof activityAttributes>> {
  readonly id: string;
}

/** A change as text. A side is null where the value was empty, "none" where a change emptied it; both are where the texts would be the same. */
export interface ActivityChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A record of an event. */
interface RecordLink {
  /** Null where the record has no page for the reader. */
  readonly href: string | null;
  readonly label: string;
}

/** An event as a page shows it. */
export interface ActivityEntry extends Pick<Activity, "id" | "kind" | "label" | "occurredAt" | "actorName"> {
  /** Its records, without the record whose page shows it. */
  readonly about: readonly RecordLink[];
  readonly changes: readonly ActivityChange[];
}

/** An event as a page shows it. @param timeZone for times that changed @param here the path of the record whose page shows it */
export function toActivityEntry(activity: Activity, timeZone: string, here = ""): ActivityEntry {
  const { id, kind, occurredAt, actorName } = activity;
  const about = aboutOf(activity).filter(({ href }) => href === null || !here.startsWith(href));
  // What was in a message, and what was said in a call, is kept to be read.
  const isWhole = /^message\.words_|\.(called|noted)$/.test(activity.kind ?? "");
  const isUpdate = activity.kind?.endsWith(".updated") === true;
  const changes = activity.changes.filter(isShown).map((change) => {
    const told = toActivityChange(change, timeZone, isWhole);
    // The value before, alone, would read as if it had been given.
    return isUpdate && isEmptied(change) && told.before !== null ? { ...told, after: "none" } : told;
  });
  const linked = new Set(about.map(({ label }) => label));
  // A new task's title is the text of its link.
  const told = changes.filter(
    ({ field, before, after }) => field !== "Title" || before !== null || !linked.has(after ?? ""),
  );
  return { id, kind, label: labelOf(activity), occurredAt, actorName, about, changes: told };
}

/** A change of stage names the stage in the label, since brief lists show nothing else. */
function labelOf({ label, changes }: Activity): string {
  const { before, after } = changes.find(({ field }) => field === "stage") ?? {};
  return typeof before === "string" && typeof after === "string" ? `${label}: ${labelOfStage(after)}` : label;
}

/** The client first, since that is what readers look for. */
function aboutOf(activity: Activity): RecordLink[] {
  const { clientId, clientName, packageId, packageStreet, opportunityId, subjectType, subjectId, kind } = activity;
  const hasTask = subjectType === "task" && subjectId !== null && kind !== "task.removed" && kind !== "task.dropped";
  const hasDocument = subjectType === "document" && subjectId !== null && !kind?.endsWith(".purged");
  return [
    ...(clientName === null ? [] : [{ href: clientId && clientPath(clientId), label: clientName }]),
    ...(packageStreet === null ? [] : [{ href: packageId && packagePath(packageId), label: packageStreet }]),
    ...(opportunityId === null ? [] : [{ href: opportunityPath(opportunityId), label: "Opportunity" }]),
    ...(hasDocument ? [{ href: documentPath(subjectId), label: "Document" }] : []),
    ...(hasTask ? [{ href: taskPath(subjectId), label: titleOf(activity) ?? "Task" }] : []),
  ];
}

/** The title that the record had after the event, changed by it or not; null where the event does not say. */
function titleOf({ changes }: Activity): string | null {
  const { after } = changes.find(({ field }) => field === "title") ?? {};
  return typeof after === "string" && after.trim() !== "" ? after : null;
}

/** Characters of a text; longer ones are cut. */
const longest = 80;

type Change = z.output<typeof change>;

/** Fields with times that people chose. */
const timeFields = /^(starts|expires|showing|offer_?due)_?at$/i;

/** Fields with days, which are the same in every time zone. */
const dayFields = /(_on|[a-z]On)$/;

/** Ids and timestamps are not shown: the event's label says enough. */
function isShown({ field, before, after }: Change): boolean {
  const isTold = timeFields.test(field) || !/(_at|_id|[a-z](At|Id))$/.test(field);
  return isTold && JSON.stringify(before) !== JSON.stringify(after);
}

/** Labels for the service's values, by field. */
const valueLabels: Readonly<Record<string, (word: string) => string>> = {
  stage: labelOfStage,
  reason: labelOfReason,
  role: labelOfRole,
  outcome: labelOfOutcome,
  language: labelOfLanguage,
  // Of a client who is no longer interested, and what becomes of the open offer and of showings to come.
  offer: (word) => ({ drop: "Not wanted any more", keep: "Stays open" })[word] ?? word,
  showings: (word) => ({ drop: "Called off", keep: "Still wanted" })[word] ?? word,
};

function toActivityChange({ field, before, after }: Change, timeZone: string, isWhole = false): ActivityChange {
  const say = (value: unknown): string | null => {
    if (isWhole && typeof value === "string") return valueLabels[field]?.(value) ?? value;
    // A year has no comma in it.
    if (field === "year_built" && typeof value === "number") return String(value);
    if (typeof value !== "string") return formatValue(value);
    if (timeFields.test(field)) return formatMoment(value, timeZone) || null;
    if (dayFields.test(field) && isDay(value)) return formatDay(value);
    return formatValue(valueLabels[field]?.(value) ?? value);
  };
  const [was, is] = [say(before), say(after)];
  return { field: formatField(field), ...(was === is ? { before: null, after: null } : { before: was, after: is }) };
}

function isEmptied({ after }: Change): boolean {
  return after === null || after === "" || (Array.isArray(after) && after.length === 0);
}

/** Labels of fields whose names are not their labels. */
const fieldNames: Readonly<Record<string, string>> = {
  property_types: "House types",
  notes: "Buyer notes",
  starts_at: "Time",
  showing_at: "Showing",
  held_at: "Took place",
  expires_at: "Expires",
  offer_due_at: "Offers due",
  mls_number: "MLS number",
  hoa: "HOA a month",
  body: "Text",
  terms_es: "Terms in Spanish",
  is_kept_on_devices: "Kept on devices",
};

/** "phone_number" and "phoneNumber" are "Phone number", "min_beds" is "Min. beds". */
function formatField(field: string): string {
  const name = field.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const words = name.replaceAll(/[_.]+/g, " ").trim().replace(/^min /, "min. ");
  return fieldNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const money = z.object({ amount: z.string(), currency: z.string() });

/** A value as text; null for empty values and objects. */
function formatValue(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : shorten(value.trim());
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? null : shorten(value.map(formatValue).join(", "));
  const amount = z.safeParse(money, value);
  return amount.success ? formatMoney(amount.data.currency, amount.data.amount) : null;
}

const characters = new Intl.Segmenter("en");

/** Cuts between graphemes. */
function shorten(text: string): string {
  if (text.length <= longest) return text;
  const seen = Iterator.from(characters.segment(text)).take(longest + 1);
  const kept = Array.from(seen, ({ segment }) => segment);
  return kept.length <= longest ? text : `${kept.slice(0, longest).join("")}…`;
}
