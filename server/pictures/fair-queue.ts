/** Thrown at once: as much waits already as may. */
export class QueueFull extends Error {}

/** The work has not ended within its time. */
export class TookTooLong extends Error {}

/** Work for which workspaces take turns: one that has a lot to do holds up the others by one piece of it. */
export interface FairQueue {
  /**
   * Has work done when its workspace's turn has come. What reads a whole file belongs inside, so that those that wait hold nothing.
   * @param work is given a signal, aborted when its time is over; the next work then begins
   * @throws QueueFull, TookTooLong, and whatever the work throws
   */
  run<Made>(workspaceId: string, work: (signal: AbortSignal) => Promise<Made>): Promise<Made>;
}

interface Limits {
  /** Pieces of work at a time. */
  readonly atOnce: number;
  /** The longest that one may take, in milliseconds. */
  readonly milliseconds: number;
}

/** Pieces that may wait: for one workspace, and for all. */
const mostWaiting = { each: 200, all: 2_000 };

export function createFairQueue({ atOnce, milliseconds }: Limits): FairQueue {
  /** By workspace, in the order of their turns. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  let waitingCount = 0;
  let running = 0;

  function begin(): void {
    const [first] = waiting;
    if (first === undefined || running >= atOnce) return;
    const [workspaceId, [work, ...others]] = first;
    // The workspace goes to the end of the line.
    waiting.delete(workspaceId);
    if (others.length > 0) waiting.set(workspaceId, others);
    if (work === undefined) return;
    waitingCount -= 1;
    running += 1;
    void work().finally(() => {
      running -= 1;
      begin();
    });
  }

  function run<Made>(workspaceId: string, work: (signal: AbortSignal) => Promise<Made>): Promise<Made> {
    const mine = waiting.get(workspaceId) ?? [];
    if (mine.length >= mostWaiting.each || waitingCount >= mostWaiting.all) {
      return Promise.reject(new QueueFull("Too much waits for its turn."));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Made>();
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
