import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { Day } from "../engine/days.ts";
import { recordType } from "../engine/record.ts";
import { invalidQuery } from "../engine/refusal.ts";
import {
  type CalendarEntry,
  entryKinds,
  entrySchema,
  readDays,
  type Stretch,
  scopeOf,
  startOfDay,
  zoneOfWorkspace,
} from "./calendar-entries.ts";

const daySchema = z.object({
  day: z.iso.date(),
  total: z.int().describe("All entries of the day, given or not"),
  entries: z.array(entrySchema),
});
const calendarType = recordType(
  "calendar",
  z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    time_zone: z.string().describe("In which days begin"),
    days: z.array(daySchema).describe("Those that have entries"),
  }),
);

const maxDays = 42;

const isKind = (text: string) => entryKinds.some((kind) => kind === text);

const parameters = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  kinds: z
    .string()
    .refine((list) => list.split(",").every(isKind), `Use ${entryKinds.join(", ")}, with commas between them.`)
    .default(entryKinds.join(",")),
  agent_id: z.string().optional(),
  per_day: z.coerce.number().int().min(1).max(200).default(20),
});

export const calendarRoute: Route = action({
  method: "GET",
  path: "/calendar",
  summary: "The showings, deadlines and open tasks of at most 42 days, by day",
  access: "workspace",
  parameters,
  answers: { status: 200, of: calendarType },
  async run({ database, currentUser, parameters: { from, to, kinds, agent_id: agentId, per_day: perDay } }) {
    const timeZone = await zoneOfWorkspace(database, currentUser);
    const stretch = stretchOf(from, to, timeZone);
    const scope = scopeOf(currentUser, agentId ?? null);
    const wanted = kinds.split(",");
    const shown = { kinds: entryKinds.filter((kind) => wanted.includes(kind)), perDay };
    const rows = await readDays(database, scope, stretch, shown);
    const days = new Map<number, { day: Day; total: number; entries: CalendarEntry[] }>();
    for (const { day_index: index, total, ...entry } of rows) {
      const day = Temporal.PlainDate.from(from)
        .add({ days: index - 1 })
        .toString();
      const known = days.get(index) ?? { day, total, entries: [] };
      known.entries.push(entry);
      days.set(index, known);
    }
    const attributes = { from, to, time_zone: timeZone, days: [...days.values()] };
    return found(calendarType, { id: `${from}_${to}`, attributes });
  },
});

/** @throws Refusal 400 */
function stretchOf(from: Day, to: Day, timeZone: string): Stretch {
  const first = Temporal.PlainDate.from(from);
  const { days } = first.until(to);
  if (days < 0 || days >= maxDays) throw invalidQuery("invalid_query", "to", `Use at most ${maxDays} days.`);
  const starts = Array.from({ length: days + 2 }, (_, index) => startOfDay(first.add({ days: index }), timeZone));
  return { from, to, starts };
}
