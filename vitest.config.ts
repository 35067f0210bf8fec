import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vitest/config";
import { enhancerScript } from "./app/enhancer/enhancer-script.ts";
import { builtWorkers } from "./tests/support/built-workers.ts";
import { SlowestFirst } from "./tests/support/slowest-first.ts";

// What takes long and is the same until it is changed: `npm run test:long`.
const longTests =
  process.env.LONG_TESTS === undefined
    ? ["tests/faults/offline.test.ts", "tests/faults/stalled-uploads.test.ts", "tests/server/database/failover.test.ts"]
    : [];
// Pages are made of what is soon no longer needed: with room for it, a tenth of all work is not spent on throwing it away.
const execArgv = ["--max-semi-space-size=64"];
const browserTests = ["tests/e2e/**/*.test.ts", "tests/faults/**/*.test.ts", "tests/spec/**/*.test.ts"];

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    testTimeout: 60_000,
    // Servers with databases of their own start slowly beside everything else that runs.
    hookTimeout: 180_000,
    // A state is waited for as long as somebody would wait for a page.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        plugins: [tailwindcss(), enhancerScript(), builtWorkers()],
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: {
          name: "in-process",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...browserTests, ...longTests, "tests/browsers/**"],
          // As it is served: checks that only development makes would be most of what a page costs.
          env: { NODE_ENV: "production" },
          // The modules of the app, and a database, are loaded once for many files.
          isolate: false,
          // One more than two cores: tests wait for servers and for each other more than they compute.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
          execArgv,
          // Weighed with the pages for clients, into which it is written.
          css: { include: [/client-pages\.css/] },
          globalSetup: ["tests/support/run-databases.ts", "tests/support/built-workers.ts"],
        },
      },
      {
        test: {
          name: "whole",
          include: browserTests,
          exclude: longTests,
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          execArgv,
          // One build, one server and one browser for all of them.
          globalSetup: ["tests/support/whole-product.ts"],
          setupFiles: ["tests/support/held-loop.ts"],
          testTimeout: 90_000,
        },
      },
    ],
  },
});
