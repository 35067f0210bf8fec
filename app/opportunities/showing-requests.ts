/** A showing that may be one time of a request. */
interface AskedTime {
  readonly state: string;
  readonly startsAt: string;
  /** The same for the times of one request; null for what staff arranged. */
  readonly requestId: string | null;
}

/** A showing, or the times of one request as the one thing that they are. */
export interface ShowingRequest<Showing> {
  /** The one that was chosen; the first where none was. */
  readonly showing: Showing;
  /** Where none was chosen: the other times, the soonest first. */
  readonly otherTimes: readonly Showing[];
  readonly notChosen: readonly Showing[];
}

/** Puts the times of each request together, in the place of the one that comes first in the list. */
export function groupByRequest<Showing extends AskedTime>(
  showings: readonly Showing[],
): readonly ShowingRequest<Showing>[] {
  const groups = Map.groupBy(showings, (showing) => showing.requestId ?? showing);
  return [...groups.values()].flatMap((times): ShowingRequest<Showing>[] => {
    const bySoonest = times.toSorted((one, other) => one.startsAt.localeCompare(other.startsAt));
    const chosen = bySoonest.find(({ state }) => state !== "requested" && state !== "cancelled");
    if (chosen !== undefined)
      return [{ showing: chosen, otherTimes: [], notChosen: bySoonest.filter((time) => time !== chosen) }];
    const open = bySoonest.filter(({ state }) => state === "requested");
    const [showing, ...otherTimes] = open.length > 0 ? open : bySoonest;
    return showing === undefined ? [] : [{ showing, otherTimes, notChosen: [] }];
  });
}
