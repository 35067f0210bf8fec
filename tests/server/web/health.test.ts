import { expect, test } from "vitest";
import { makeWeb } from "./test-web.ts";

test("healthz is 200 while the process lives, readyz while it can work", async () => {
  let isReady = true;
  const { request } = makeWeb({ ready: async () => isReady });
  expect((await request("/healthz")).status).toBe(200);
  expect((await request("/readyz")).status).toBe(200);
  isReady = false;
  expect((await request("/readyz")).status).toBe(503);
  expect((await request("/healthz")).status).toBe(200);
});

test("parallel health checks share one check", async () => {
  let looks = 0;
  const looking = Promise.withResolvers<boolean>();
  const { request } = makeWeb({
    ready: () => {
      looks += 1;
      return looks === 1 ? looking.promise : Promise.reject(new Error("gone"));
    },
  });
  const asked = Array.from({ length: 50 }, () => request("/readyz"));
  looking.resolve(true);
  const answers = await Promise.all(asked);
  expect([new Set(answers.map(({ status }) => status)), looks]).toEqual([new Set([200]), 1]);
  expect([(await request("/readyz")).status, looks]).toEqual([500, 2]);
  expect([(await request("/readyz")).status, looks]).toEqual([500, 3]);
});
