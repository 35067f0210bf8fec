export class QueueFull extends Error {}

export class TookTooLong extends Error {}

/** Workspaces take turns: a busy one delays others by one piece of work, and slow work counts as several turns. */
interface FairQueue {
  /**
   * Runs work in the workspace's turn. Reading the file belongs inside, so that waiting work holds nothing. @param work its signal aborts
   * at the limit of time @throws QueueFull, TookTooLong, and what the work throws
   */
  run<Made>(workspaceId: string, work: (signal: AbortSignal) => Promise<Made>): Promise<Made>;
}

interface Options {
  readonly atOnce: number;
  readonly milliseconds: number;
  readonly clock?: () => number;
}

const mostWaiting = { each: 200, all: 2_000 };
/** Longer work counts as several turns (milliseconds). */
const turnLength = 500;

export function createFairQueue({ atOnce, milliseconds, clock = () => performance.now() }: Options): FairQueue {
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const turns = new Map<string, number>();
  /** The turns of the last one: a newcomer has no claim to more. */
  let latest = 0;
  let waitingCount = 0;
  let running = 0;

  const turnsOf = (workspaceId: string) => turns.get(workspaceId) ?? latest;

  /** The one with the fewest turns, and of those the one that waited longest. */
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
