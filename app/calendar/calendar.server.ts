import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import type { Day } from "../ui/date-format.ts";

/** The call about the calendar: the only file that names its JSON:API type. */

const text = z.nullable(z.string());

export const entry = z.object({
  id: z.string(),
  kind: z.string(),
  startsAt: text,
  onDay: text,
  durationMinutes: z.nullable(z.number()),
  isConfirmed: z.boolean(),
  title: z.string(),
  detail: text,
  /** Left out by services that know only the detail. */
  clientName: z.optional(text),
  timeZone: text,
  subjectType: z.string(),
  subjectId: z.string(),
  /** Left out by services that know only the subject. */
  clientId: z.optional(text),
  packageId: z.optional(text),
});
export type FoundEntry = z.output<typeof entry>;

const calendar = resource("calendar", {
  days: z.array(z.object({ day: z.string(), total: z.number(), entries: z.array(entry) })),
});
export type FoundCalendar = RecordOf<typeof calendar>;

interface Wanted {
  /** Both included, at most 42 days. */
  readonly from: Day;
  readonly to: Day;
  /** The most entries of a day. */
  readonly perDay: number;
  /** One kind, or several with commas between them; null: all. */
  readonly kind: string | null;
  /** Null: everyone's. */
  readonly agentId: string | null;
}

/** The days that have something on them. @throws ApiError "missing" where the service has no calendar */
export function findCalendar(api: Api, { from, to, perDay, kind, agentId }: Wanted): Promise<FoundCalendar> {
  const query = { from, to, per_day: perDay, kinds: kind, agent_id: agentId };
  return api.find("/calendar", calendar, { query, failure: "Failed to fetch the calendar" });
}
