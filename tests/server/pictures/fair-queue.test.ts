import { expect, test } from "vitest";
import { createFairQueue, QueueFull, TookTooLong } from "#server/pictures/fair-queue.ts";

const long = 60_000;

/** Work that ends when it is told to, and notes when it begins. */
function held(begun: string[], name: string) {
  const end = Promise.withResolvers<string>();
  const work = () => {
    begun.push(name);
    return end.promise;
  };
  return { work, end: () => end.resolve(name), fail: () => end.reject(new Error(name)) };
}

test("workspaces take turns, however much one of them has waiting", async () => {
  const queue = createFairQueue({ atOnce: 1, milliseconds: long });
  const begun: string[] = [];
  const note = (name: string) => async () => void begun.push(name);
  const first = held(begun, "a1");
  const works = [queue.run("a", first.work)];
  for (const name of ["a2", "a3", "a4"]) works.push(queue.run("a", note(name)).then(() => name));
  for (const name of ["b1", "b2"]) works.push(queue.run("b", note(name)).then(() => name));
  works.push(queue.run("c", note("c1")).then(() => "c1"));
  first.end();
  expect(await Promise.all(works)).toEqual(["a1", "a2", "a3", "a4", "b1", "b2", "c1"]);
  expect(begun).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
});

test("a workspace whose work takes long is passed over until the others have had as much", async () => {
  let time = 0;
  const queue = createFairQueue({ atOnce: 1, milliseconds: long, clock: () => time });
  const begun: string[] = [];
  const takes = (name: string, milliseconds: number) => async () => {
    begun.push(name);
    time += milliseconds;
  };
  const first = held(begun, "a1");
  const works: Promise<unknown>[] = [queue.run("a", first.work)];
  for (const name of ["a2", "a3"]) works.push(queue.run("a", takes(name, 2_000)));
  for (const name of ["b1", "b2", "b3", "b4", "b5", "b6", "b7"]) works.push(queue.run("b", takes(name, 100)));
  first.end();
  await Promise.all(works);
  expect(begun).toEqual(["a1", "b1", "a2", "b2", "b3", "b4", "b5", "b6", "a3", "b7"]);
});

test("so much is done at a time; a failure makes way for the next", async () => {
  const queue = createFairQueue({ atOnce: 2, milliseconds: long });
  const begun: string[] = [];
  const [one, two, three] = [held(begun, "1"), held(begun, "2"), held(begun, "3")];
  const failed = queue.run("a", one.work);
  const others = [queue.run("b", two.work), queue.run("c", three.work)];
  expect(begun).toEqual(["1", "2"]);
  one.fail();
  await expect(failed).rejects.toThrow("1");
  expect(begun).toEqual(["1", "2", "3"]);
  two.end();
  three.end();
  expect(await Promise.all(others)).toEqual(["2", "3"]);
});

test("work that never ends is told to, and makes way for the next", async () => {
  const queue = createFairQueue({ atOnce: 1, milliseconds: 30 });
  let given: AbortSignal | undefined;
  const endless = queue.run("a", (signal) => {
    given = signal;
    return new Promise(() => {});
  });
  const next = queue.run("b", async () => "drawn");
  await expect(endless).rejects.toBeInstanceOf(TookTooLong);
  expect(given?.aborted).toBe(true);
  expect(await next).toBe("drawn");
});

test("what one workspace may have waiting is limited, and leaves room for others", async () => {
  const queue = createFairQueue({ atOnce: 1, milliseconds: long });
  const first = held([], "first");
  const running = queue.run("a", first.work);
  const waiting = Array.from({ length: 200 }, () => queue.run("a", async () => null));
  await expect(queue.run("a", async () => null)).rejects.toBeInstanceOf(QueueFull);
  const other = queue.run("b", async () => "other");
  first.end();
  expect(await other).toBe("other");
  await Promise.all([running, ...waiting]);
  expect(await queue.run("a", async () => "again")).toBe("again");
});

test("what all may have waiting is limited", async () => {
  const queue = createFairQueue({ atOnce: 1, milliseconds: long });
  const first = held([], "first");
  const running = queue.run("a", first.work);
  const waiting = Array.from({ length: 2_000 }, (_, index) => queue.run(`${index}`, async () => null));
  await expect(queue.run("one more", async () => null)).rejects.toBeInstanceOf(QueueFull);
  first.end();
  await Promise.all([running, ...waiting]);
});
