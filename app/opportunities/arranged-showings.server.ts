import type { RouterContextProvider } from "react-router";
import { settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";
import { formatMoment } from "../ui/date-format.ts";
import type { Choice } from "../ui/options.tsx";
import { zoneOf } from "./load-opportunity.server.ts";
import { anotherShowing } from "./move-form.ts";
import type { FoundOpportunity } from "./opportunities.server.ts";
import { isArranged, labelOfShowing } from "./showing.ts";
import { type FoundShowing, listShowings } from "./showings.server.ts";

/** The showings that are arranged, and another one, for a form that schedules; none where nothing is arranged or can be read. */
export async function showingChoices(
  context: Readonly<RouterContextProvider>,
  found: FoundOpportunity,
): Promise<readonly Choice[]> {
  const showings = await settle(apiOf(context), (api) => listShowings(api, found.id), logFaults(context));
  const arranged = showings.ok ? showings.data.filter(isArranged).sort(agreedFirst) : [];
  if (arranged.length === 0) return [];
  const labelOf = ({ startsAt, durationMinutes, state }: FoundShowing) =>
    `${formatMoment(startsAt, zoneOf(found))}, ${durationMinutes} min (${labelOfShowing(state).toLowerCase()})`;
  return [...arranged.map((showing) => ({ value: showing.id, label: labelOf(showing) })), anotherShowing];
}

/** The first is the one that is meant in all likelihood. */
function agreedFirst(one: FoundShowing, other: FoundShowing): number {
  return one.state.localeCompare(other.state) || Date.parse(one.startsAt) - Date.parse(other.startsAt);
}
