import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** `npm run test:browsers`: apart from `npm test`, which has no time for three browsers. */
export default defineConfig({
  root: join(import.meta.dirname, "..", ".."),
  test: {
    name: "browsers",
    include: ["tests/browsers/**/*.test.ts"],
    globalSetup: ["tests/browsers/server.ts"],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
