/** Calls and notes about a client, and a task for what follows. */
import { z } from "zod";
import { client } from "../clients/client.ts";
import type { Route } from "../engine/action.ts";
import { givenMoment } from "../engine/days.ts";
import { recordEvent } from "../engine/history.ts";
import { lineOf, textOf } from "../engine/inputs.ts";
import { forbidden, invalidAttribute } from "../engine/refusal.ts";
import { changeRoute, type RecordWrite } from "../engine/table-routes.ts";
import { opportunity } from "../opportunities/opportunity.ts";
import { mayAny } from "../permissions.ts";
import type { AttributeChange } from "../tables.ts";
import { dueOn, title } from "../tasks/inputs.ts";
import { addTask } from "../tasks/task-routes.ts";

const outcomes = ["talked", "voicemail", "no_answer"] as const;

const input = z.object({
  kind: z.enum(["call", "note"], "Choose a call or a note."),
  with: lineOf("With").nullish().describe("Whom it was with"),
  happenedAt: givenMoment("When must be a date and a time."),
  outcome: z.enum(outcomes, "Choose what came of the call.").nullish().describe("What came of it; every call has one"),
  body: textOf("Notes", 5000).nullish(),
  nextTask: z.object({ title, dueOn: dueOn.nullish() }).nullish().describe("A task of whoever logs it"),
});

/** For clocks that are ahead. */
const leeway = 2 * 60_000;
const longestAgo = 366 * 86_400_000;

/** @throws Refusal 400 */
function check({ kind, happenedAt, outcome, body }: z.output<typeof input>, now: Date): void {
  const ago = now.getTime() - Date.parse(happenedAt);
  if (ago < -leeway) throw invalidAttribute("happened_at", "When can't be in the future.");
  if (ago > longestAgo) throw invalidAttribute("happened_at", "When must be within the past year.");
  if (kind === "call" && !outcome) throw invalidAttribute("outcome", "Choose what came of the call.");
  if (kind === "note" && !body) throw invalidAttribute("body", "Enter the note.");
}

/** A time that is given to the minute comes after what else happened in that minute, as far as the minute is over. */
function endOfMinute(happenedAt: string, now: Date): string {
  const given = Date.parse(happenedAt);
  if (given % 60_000 !== 0) return happenedAt;
  return new Date(Math.max(given, Math.min(given + 59_999, now.getTime()))).toISOString();
}

function changesOf({ with: person, outcome, body }: z.output<typeof input>): AttributeChange[] {
  const given = Object.entries({ with: person, outcome, text: body });
  return given.flatMap(([field, after]) => (after ? [{ field, before: null, after }] : []));
}

const callRoute = (type: "client" | "opportunity"): Route => {
  const resource = { client, opportunity }[type];
  return changeRoute(resource, {
    summary: "Log a call or a note, and add what is to be done next as a task",
    method: "POST",
    below: "/calls",
    input,
    async run(write: RecordWrite<z.output<typeof input>>) {
      const { attributes, record, now, currentUser } = write;
      check(attributes, now);
      const { kind, happenedAt, nextTask } = attributes;
      await recordEvent(
        write,
        resource,
        kind === "call" ? "called" : "noted",
        record.id,
        changesOf(attributes),
        endOfMinute(happenedAt, now),
      );
      if (!nextTask) return;
      if (!mayAny(currentUser, "records.create")) throw forbidden();
      const about = { type, id: record.id };
      await addTask({ ...write, attributes: { title: nextTask.title, dueOn: nextTask.dueOn ?? null, about } });
    },
  });
};

export const callRoutes: readonly Route[] = [callRoute("client"), callRoute("opportunity")];
