import * as z from "zod/mini";
import { readReference } from "../json-api/record.ts";
import { clientPath, documentPath, opportunityPath, packagePath } from "../record-paths.ts";
import { checkbox, choice, optionalDay, optionalId, optionalText, requiredText } from "../ui/form-values.ts";

/** What somebody has to do: its title, its day, whose it is, and what it is about. */

/** How often a task comes again, by the service's words. */
const repeatLabels = {
  none: "Does not repeat",
  daily: "Every day",
  weekdays: "Every weekday",
  weekly: "Every week",
  monthly: "Every month",
  yearly: "Every year",
} as const;
export type Repeat = keyof typeof repeatLabels;

const repeats: readonly Repeat[] = ["none", "daily", "weekdays", "weekly", "monthly", "yearly"];
export const repeatChoices = repeats.map((value) => ({ value, label: repeatLabels[value] }));

/** What people call a way of repeating, a service's newer one included; null for none. */
export function labelOfRepeat(repeat: string): string | null {
  if (repeat === "none") return null;
  const known = repeats.find((value) => value === repeat);
  return known === undefined ? repeat.replaceAll("_", " ") : repeatLabels[known];
}

/** The records that a task can be about, each with where its page is and what it is called. */
const kinds = {
  client: { path: clientPath, label: "client" },
  package: { path: packagePath, label: "property" },
  opportunity: { path: opportunityPath, label: "opportunity" },
  document: { path: documentPath, label: "document" },
} as const;
export type AboutType = keyof typeof kinds;
const aboutTypes: readonly AboutType[] = ["client", "package", "opportunity", "document"];

/** A record that a task is about. */
export interface About {
  readonly type: AboutType;
  readonly id: string;
  readonly name: string;
}

/** "Maya Okafor (client)" */
export function labelOfAbout({ type, name }: About): string {
  return `${name} (${kinds[type].label})`;
}

export function pathOfAbout({ type, id }: Pick<About, "type" | "id">): string {
  return kinds[type].path(id);
}

/** Whether the clients concerned can be shown a task about this. */
export function concernsClient(about: Pick<About, "type"> | null): boolean {
  return about?.type === "client" || about?.type === "opportunity";
}

/** A record in one field of a form: "client.5f…". */
export function writeAbout(about: Pick<About, "type" | "id"> | null): string {
  return about === null ? "" : `${about.type}.${about.id}`;
}

/** Reads it back; null for nothing, and for what no form of ours holds. */
export function readAbout(text: string | null | undefined): Pick<About, "type" | "id"> | null {
  const named = readReference(text ?? "");
  const type = aboutTypes.find((known) => known === named?.type);
  return named === null || type === undefined ? null : { type, id: named.id };
}

const text = z.nullable(z.string());
const about = z.pipe(
  z.nullable(z.object({ type: z.string(), id: z.string(), name: z.string() })),
  // What a newer service lets tasks be about stands without a link.
  z.transform((given): About | null => {
    const type = aboutTypes.find((known) => known === given?.type);
    return given === null || type === undefined ? null : { type, id: given.id, name: given.name };
  }),
);

/** What a service says about a task beside its id; members that it leaves out arrive as null. */
export const taskAttributes = {
  title: z.string(),
  /** A day of the workspace's calendar, as in "2026-03-02". */
  dueOn: text,
  repeat: text,
  about,
  /** False where there is no page of it for whoever asks. */
  isAboutVisible: z.nullable(z.boolean()),
  isVisibleToClient: z.nullable(z.boolean()),
  assigneeAccountId: text,
  assigneeName: text,
  doneAt: text,
  doneByName: text,
  insertedAt: text,
};

const title = requiredText("Title must be at least 1 character.");
const dueOn = optionalDay("Due must be a date.");

/** What is typed to add a task in one line. */
export const quickTaskForm = z.object({ title, dueOn });

/** What is typed to put a task off, or to bring it forward; empty for some day. */
export const dueForm = z.object({ dueOn });

/** Everything that people decide about a task. */
export const taskForm = z.object({
  title,
  dueOn,
  repeat: choice(repeats, "Choose how often it repeats."),
  /** A colleague by name, with the account's id where one was picked; empty for nobody. */
  assigneeText: z.optional(optionalText(400)),
  assignee: z.optional(optionalId()),
  assigneeFor: z.optional(optionalText(400)),
  about: z.optional(optionalId()),
  /** Where nothing is chosen: a client or a property by name, and which one was meant where that is asked. */
  aboutText: z.optional(optionalText(400)),
  aboutChosen: z.optional(optionalId()),
  aboutFor: z.optional(optionalText(400)),
  isVisibleToClient: checkbox(),
});
export type TypedTask = z.output<typeof taskForm>;

/** A task as it is to be: what was typed, once it is clear what it is about. */
export interface ResolvedTask extends Pick<TypedTask, "title" | "dueOn" | "repeat" | "isVisibleToClient"> {
  /** The account's id. */
  readonly assignee: string | null;
  readonly about: Pick<About, "type" | "id"> | null;
}

/** What a button beside a task sends along: the page to come back to. */
export const completionForm = z.object({ back: z.optional(optionalText(2000)) });
