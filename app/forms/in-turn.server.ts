/** The last act of each turn-taking, by what it is about. */
const last = new Map<string, Promise<unknown>>();

/**
 * Does one act about the same thing after the other, within this process: reading, comparing and writing of a record whose service
 * compares no versions. @throws what the act does
 */
export async function inTurn<Result>(about: string, act: () => Promise<Result>): Promise<Result> {
  const before = last.get(about);
  const mine = before === undefined ? act() : before.then(act);
  const settled = mine.catch(() => undefined);
  last.set(about, settled);
  try {
    return await mine;
  } finally {
    if (last.get(about) === settled) last.delete(about);
  }
}
