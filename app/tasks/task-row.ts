import type { FormInit } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import type { Day } from "../ui/date-format.ts";
import { daysUntil, formatDue, groupOf, type TaskGroup } from "./due.ts";
import { labelOfRepeat, pathOfAbout } from "./task.ts";
import type { FoundTask } from "./tasks.server.ts";

/** A task as lists and panels show it. */
export interface TaskRow {
  readonly id: string;
  readonly title: string;
  readonly group: TaskGroup;
  /** In words; null for some day. */
  readonly due: string | null;
  readonly isOverdue: boolean;
  /** Without an address where there is no page of it for the reader. */
  readonly about: { readonly name: string; readonly href: string | null } | null;
  readonly assigneeName: string | null;
  readonly repeat: string | null;
  readonly doneAt: string | null;
  readonly doneByName: string | null;
  /** Under which saying that it is done, or not after all, is applied once. */
  readonly key: string;
  readonly mayComplete: boolean;
  readonly mayUpdate: boolean;
}

/** @param keyOf gives the key of a form by a record's version @param today where the workspace is */
export function toTaskRow(task: FoundTask, keyOf: (version: string | null) => string, today: Day): TaskRow {
  const { id, title, dueOn, assigneeName, repeat, doneAt, doneByName, etag } = task;
  return {
    id,
    title,
    group: doneAt === null ? groupOf(dueOn, today) : "done",
    due: dueOn === null ? null : formatDue(dueOn, today),
    isOverdue: doneAt === null && dueOn !== null && daysUntil(dueOn, today) < 0,
    about: linkOf(task),
    assigneeName,
    repeat: labelOfRepeat(repeat ?? "none"),
    doneAt,
    doneByName,
    key: keyOf(etag),
    mayComplete: allows(task, "complete"),
    mayUpdate: allows(task, "update"),
  };
}

function linkOf({ about, isAboutVisible }: FoundTask): TaskRow["about"] {
  return about === null ? null : { name: about.name, href: isAboutVisible === false ? null : pathOfAbout(about) };
}

/** What the buttons beside tasks send along besides their key. */
export function rowStart(start: FormInit): FormInit {
  return { ...start, key: "", parked: null };
}
