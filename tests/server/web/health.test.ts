import { expect, test } from "vitest";
import { makeWeb } from "./test-web.ts";

test("alive while the process lives, ready while it can work", async () => {
  let isReady = true;
  const { request } = makeWeb({ ready: async () => isReady });
  expect((await request("/healthz")).status).toBe(200);
  expect((await request("/readyz")).status).toBe(200);
  isReady = false;
  expect((await request("/readyz")).status).toBe(503);
  expect((await request("/healthz")).status).toBe(200);
});
