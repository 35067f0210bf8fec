import { expect, test } from "vitest";
import { makeWeb } from "./test-web.ts";

test("healthz is 200 while the process lives, readyz while it can work", async () => {
  let obstacles: string[] = [];
  const { request } = makeWeb({ obstacles: async () => obstacles });
  expect((await request("/healthz")).status).toBe(200);
  expect((await request("/readyz")).status).toBe(200);
  obstacles = ["the disk of DATA_DIR is full", "the database does not answer"];
  const refused = await request("/readyz");
  expect([refused.status, await refused.text()]).toEqual([
    503,
    "not ready: the disk of DATA_DIR is full; the database does not answer\n",
  ]);
  expect((await request("/healthz")).status).toBe(200);
});

test("parallel health checks share one check", async () => {
  let looks = 0;
  const looking = Promise.withResolvers<string[]>();
  const { request } = makeWeb({
    obstacles: () => {
      looks += 1;
      return looks === 1 ? looking.promise : Promise.reject(new Error("gone"));
    },
  });
  const asked = Array.from({ length: 50 }, () => request("/readyz"));
  looking.resolve([]);
  const answers = await Promise.all(asked);
  expect([new Set(answers.map(({ status }) => status)), looks]).toEqual([new Set([200]), 1]);
  expect([(await request("/readyz")).status, looks]).toEqual([500, 2]);
  expect([(await request("/readyz")).status, looks]).toEqual([500, 3]);
});
