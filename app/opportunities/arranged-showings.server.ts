import type { RouterContextProvider } from "react-router";
import type { Api } from "../json-api/api.ts";
import { type Settled, settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { formatMoment } from "../ui/date-format.ts";
import type { Choice } from "../ui/options.tsx";
import { zoneOf } from "./load-opportunity.server.ts";
import { anotherShowing } from "./move-form.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { isArranged, labelOfShowing } from "./showing.ts";
import { type FoundShowing, listShowings } from "./showings.server.ts";

const stagesOfShowings = ["showing_scheduled", "showing_complete"];

/**
 * The showings of an opportunity that are arranged, as far as the form of a stage asks about them. The promise never rejects.
 * Start it before awaiting the opportunity.
 * @param to the stage
 */
export async function listArranged(
  context: Readonly<RouterContextProvider>,
  opportunityId: string,
  to: string | null,
): Promise<Settled<readonly FoundShowing[]>> {
  if (to === null || !stagesOfShowings.includes(to)) return { ok: true, data: [] };
  const find = async (api: Api) => (await listShowings(api, opportunityId)).filter(isArranged).sort(agreedFirst);
  return settle(apiOf(context), find, logFaults(context));
}

/** The arranged showings, and another one, for a form that schedules; none where nothing is arranged. */
export function showingChoices(arranged: readonly FoundShowing[], found: FoundOpportunity): readonly Choice[] {
  if (arranged.length === 0) return [];
  return [...arranged.map((showing) => ({ value: showing.id, label: labelIn(showing, found) })), anotherShowing];
}

/** The arranged showings that are still to come, as text. */
export function showingsToCome(arranged: readonly FoundShowing[], found: FoundOpportunity): readonly string[] {
  return arranged.filter(({ startsAt }) => Date.parse(startsAt) > Date.now()).map((showing) => labelIn(showing, found));
}

const quarter = 15 * 60_000;

/**
 * When a showing took place that is completed: as agreed on where that is past, or else now, to the quarter of an hour. "" where
 * there is none, or several are over, of which each keeps its time.
 */
export function heldAtOf(arranged: readonly FoundShowing[], timeZone: string): string {
  const now = Date.now();
  const isToCome = arranged.some(({ startsAt }) => Date.parse(startsAt) > now);
  if (isToCome) return localTimeOf(new Date(Math.floor(now / quarter) * quarter).toISOString(), timeZone);
  const [only, ...others] = arranged;
  return only === undefined || others.length > 0 ? "" : localTimeOf(only.startsAt, timeZone);
}

function labelIn({ startsAt, durationMinutes, state }: FoundShowing, found: FoundOpportunity): string {
  return `${formatMoment(startsAt, zoneOf(found))}, ${durationMinutes} min (${labelOfShowing(state).toLowerCase()})`;
}

/** The first is the one that is meant in all likelihood. */
function agreedFirst(one: FoundShowing, other: FoundShowing): number {
  return one.state.localeCompare(other.state) || Date.parse(one.startsAt) - Date.parse(other.startsAt);
}
