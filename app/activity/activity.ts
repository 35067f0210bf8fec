import * as z from "zod/mini";
import { clientPath } from "../clients/client-links.ts";
import { labelOfReason, labelOfStage } from "../opportunities/deal-labels.ts";
import { opportunityPath } from "../opportunities/opportunity-list.ts";
import { packagePath } from "../packages/package-list.ts";
import { taskPath } from "../tasks/task-list.ts";
import { formatDay, formatMoment, isDay } from "../ui/date-format.ts";
import { formatMoney, formatNumber } from "../ui/number-format.ts";

/** What happened to a record: who did what, when, and what was different before. */

/** A value as it was kept: whatever JSON the changed member held. */
const change = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

/** What a service says about an event beside its id; members that it leaves out arrive as null. */
export const activityAttributes = {
  /** A sentence for people, as in "Client created". */
  label: z.string(),
  occurredAt: z.string(),
  /** Null for what nobody did, such as what a schedule did. */
  actorName: z.nullable(z.string()),
  /** Whom it is about; null for what is about no client, and where the service does not say. */
  clientId: z.nullable(z.string()),
  clientName: z.nullable(z.string()),
  /** Of the event, as in "document.purged". */
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

/** A change in words. A side is null where it held nothing; both are where they cannot be told apart in a few words. */
export interface ShownChange {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** An event as a page shows it. */
export interface ShownActivity extends Pick<Activity, "id" | "label" | "occurredAt" | "actorName"> {
  /** Pages of what it is about, but for the one on which it stands. */
  readonly about: readonly { readonly href: string; readonly label: string }[];
  readonly changes: readonly ShownChange[];
}

/** @param timeZone by whose clock times that changed are told @param here the path of the record whose history it stands in */
export function showActivity(activity: Activity, timeZone: string, here = ""): ShownActivity {
  const { id, occurredAt, actorName } = activity;
  const about = aboutOf(activity).filter(({ href }) => !here.startsWith(href));
  const changes = activity.changes.filter(isForPeople).map((change) => showChange(change, timeZone));
  return { id, label: labelOf(activity), occurredAt, actorName, about, changes };
}

/** A change of stage is told with the stage, where no more than the label is shown, too. */
function labelOf({ label, changes }: Activity): string {
  const { before, after } = changes.find(({ field }) => field === "stage") ?? {};
  return typeof before === "string" && typeof after === "string" ? `${label}: ${labelOfStage(after)}` : label;
}

/** From the largest to the smallest: whoever reads down the log looks for a client first. */
function aboutOf(activity: Activity): { href: string; label: string }[] {
  const { clientId, clientName, packageId, packageStreet, opportunityId, subjectType, subjectId, kind } = activity;
  const hasTask = subjectType === "task" && subjectId !== null && kind !== "task.removed";
  const hasDocument = subjectType === "document" && subjectId !== null && !kind?.endsWith(".purged");
  return [
    ...(clientId === null || clientName === null ? [] : [{ href: clientPath(clientId), label: clientName }]),
    ...(packageId === null || packageStreet === null ? [] : [{ href: packagePath(packageId), label: packageStreet }]),
    ...(opportunityId === null ? [] : [{ href: opportunityPath(opportunityId), label: "Opportunity" }]),
    ...(hasDocument ? [{ href: `/documents/${subjectId}`, label: "Document" }] : []),
    ...(hasTask ? [{ href: taskPath(subjectId), label: "Task" }] : []),
  ];
}

/** Longer texts, notes above all, are told by their beginning. */
const longest = 80;

type Change = z.output<typeof change>;

/** Times that people chose. */
const toldTimes = /^(starts|expires|showing|offer_?due)_?at$/i;

/** Days without a time, which are the same on every clock. */
const toldDays = /(_on|[a-z]On)$/;

/** Ids and times of the house's own bookkeeping tell nothing that the event's label does not. */
function isForPeople({ field, before, after }: Change): boolean {
  const isTold = toldTimes.test(field) || !/(_at|_id|[a-z](At|Id))$/.test(field);
  return isTold && JSON.stringify(before) !== JSON.stringify(after);
}

/** Words of the service that people call otherwise, by the field that holds them. */
const sayings: Readonly<Record<string, (word: string) => string>> = { stage: labelOfStage, reason: labelOfReason };

function showChange({ field, before, after }: Change, timeZone: string): ShownChange {
  const say = (value: unknown): string | null => {
    if (typeof value !== "string") return showValue(value);
    if (toldTimes.test(field)) return formatMoment(value, timeZone) || null;
    if (toldDays.test(field) && isDay(value)) return formatDay(value);
    return showValue(sayings[field]?.(value) ?? value);
  };
  const [was, is] = [say(before), say(after)];
  return { field: showField(field), ...(was === is ? { before: null, after: null } : { before: was, after: is }) };
}

/** What pages call by another name than the wire does. */
const fieldNames: Readonly<Record<string, string>> = {
  property_types: "House types",
  notes: "Buyer notes",
  starts_at: "Time",
  showing_at: "Showing",
  expires_at: "Runs out",
  offer_due_at: "Offers due",
  body: "Text",
};

/** "phone_number" and "phoneNumber" are "Phone number", "min_beds" is "Min. beds". */
function showField(field: string): string {
  const name = field.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const words = name.replaceAll(/[_.]+/g, " ").trim().replace(/^min /, "min. ");
  return fieldNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

const money = z.object({ amount: z.string(), currency: z.string() });

/** A value in words; null for nothing, and for what has no words. */
function showValue(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : shorten(value.trim());
  if (typeof value === "number") return formatNumber(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? null : shorten(value.map(showValue).join(", "));
  const amount = z.safeParse(money, value);
  return amount.success ? formatMoney(amount.data.currency, amount.data.amount) : null;
}

const characters = new Intl.Segmenter("en");

/** Cut between characters as people see them, not in the middle of one. */
function shorten(text: string): string {
  if (text.length <= longest) return text;
  const seen = Iterator.from(characters.segment(text)).take(longest + 1);
  const kept = Array.from(seen, ({ segment }) => segment);
  return kept.length <= longest ? text : `${kept.slice(0, longest).join("")}…`;
}
