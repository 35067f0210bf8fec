/** What the history lists of the changes of a task. */
import { z } from "zod";
import type { WireRecord } from "../engine/record.ts";
import type { AttributeChange } from "../tables.ts";

/** A task as the history shows it: with names instead of ids. */
function shownTask(record: WireRecord | null): Readonly<Record<string, unknown>> {
  if (record === null) return {};
  const { title, due_on, repeat, assignee_name: assignee, about, is_visible_to_client } = record.attributes;
  const name = z.object({ name: z.string() }).nullable().parse(about)?.name ?? null;
  return { title, due_on, repeat: repeat === "none" ? null : repeat, assignee, about: name, is_visible_to_client };
}

/** What differs between two states of a task; null where it does not exist. */
export function taskChanges(before: WireRecord | null, after: WireRecord | null): AttributeChange[] {
  const [was, is] = [shownTask(before), shownTask(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    const change = { field, before: was[field] ?? null, after: is[field] ?? null };
    const isNothing = change.before === change.after || (before === null && change.after === false);
    return isNothing ? [] : [change];
  });
}
