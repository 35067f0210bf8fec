/** Thrown at once: as much waits already as may. */
export class QueueFull extends Error {}

/** The work has not ended within its time. */
export class TookTooLong extends Error {}

/**
 * Work for which workspaces take turns: one that has a lot to do holds up the others by one piece of it, and one whose work takes
 * long is passed over until the others have had as much.
 */
export interface FairQueue {
  /**
   * Has work done when its workspace's turn has come. What reads a whole file belongs inside, so that those that wait hold nothing.
   * @param work is given a signal, aborted when its time is over; the next work then begins
   * @throws QueueFull, TookTooLong, and whatever the work throws
   */
  run<Made>(workspaceId: string, work: (signal: AbortSignal) => Promise<Made>): Promise<Made>;
}

interface Options {
  /** Pieces of work at a time. */
  readonly atOnce: number;
  /** The longest that one may take, in milliseconds. */
  readonly milliseconds: number;
  /** In milliseconds. */
  readonly clock?: () => number;
}

/** Pieces that may wait: for one workspace, and for all. */
const mostWaiting = { each: 200, all: 2_000 };
/** Work that takes longer counts as two turns, and so on (milliseconds). */
const turnLength = 500;

export function createFairQueue({ atOnce, milliseconds, clock = () => performance.now() }: Options): FairQueue {
  /** By workspace. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  /** How many turns each has had while the queue was busy. */
  const turns = new Map<string, number>();
  /** As many had the workspace that began last: a newcomer has no claim to more. */
  let latest = 0;
  let waitingCount = 0;
  let running = 0;

  const turnsOf = (workspaceId: string) => turns.get(workspaceId) ?? latest;

  /** The one with the fewest turns; of several, the one that has waited longest. */
  function takeNext(): { workspaceId: string; work: () => Promise<void> } | null {
    const [next] = [...waiting].sort(([a], [b]) => turnsOf(a) - turnsOf(b));
    if (next === undefined) return null;
    const [workspaceId, [work, ...others]] = next;
    waiting.delete(workspaceId);
    if (others.length > 0) waiting.set(workspaceId, others);
    return work === undefined ? null : { workspaceId, work };
  }

  function begin(): void {
    const next = running < atOnce ? takeNext() : null;
    if (next === null) return;
    const { workspaceId, work } = next;
    latest = turnsOf(workspaceId);
    turns.set(workspaceId, latest + 1);
    waitingCount -= 1;
    running += 1;
    const began = clock();
    void work().finally(() => {
      turns.set(workspaceId, turnsOf(workspaceId) + Math.floor((clock() - began) / turnLength));
      running -= 1;
      if (running === 0 && waiting.size === 0) turns.clear();
      begin();
    });
  }

  function run<Made>(workspaceId: string, work: (signal: AbortSignal) => Promise<Made>): Promise<Made> {
    const mine = waiting.get(workspaceId) ?? [];
    if (mine.length >= mostWaiting.each || waitingCount >= mostWaiting.all) {
      return Promise.reject(new QueueFull("Too much waits for its turn."));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Made>();
    if (mine.length === 0) turns.set(workspaceId, Math.max(turnsOf(workspaceId), latest));
    waiting.set(workspaceId, [...mine, () => inTime(work, milliseconds).then(resolve, reject)]);
    waitingCount += 1;
    begin();
    return promise;
  }

  return { run };
}

async function inTime<Made>(work: (signal: AbortSignal) => Promise<Made>, milliseconds: number): Promise<Made> {
  const ending = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new TookTooLong(`The work took more than ${milliseconds} ms.`);
    late.reject(error);
    ending.abort(error);
  }, milliseconds);
  try {
    return await Promise.race([work(ending.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
