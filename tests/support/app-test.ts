/**
 * Tests of the app: `app` is started once per file, and every fault that a test injects ends with that test. Each file
 * makes its own `test`: without isolation Vitest forgets to clean up fixtures that are shared by files.
 */
import { test as base } from "vitest";
import type { LanguageModel } from "#server/upstream/language-model/language-model.ts";
import { startAgency } from "./agency.ts";
import { startApplication } from "./application.ts";
import { openTestDatabase } from "./databases.ts";

/** Tests whose app has a language model, or none. @param open in place of a database that may have rows of other tests */
export const appTest = (model: LanguageModel | null, open = openTestDatabase) =>
  base
    .extend("model", { scope: "file" }, model)
    .extend("app", { scope: "file" }, async ({ model }, { onCleanup }) => {
      const app = await startApplication({ model, open });
      onCleanup(() => app.close());
      return app;
    })
    .extend("faultsEnd", { auto: true }, ({ app }, { onCleanup }) => {
      onCleanup(() => {
        app.resetHandlers();
        app.interruptPosts(null);
        app.setSessionStoreDown(false);
        app.limitTries(null);
        app.pretend();
      });
    });

/** `agency` and its `owner` are new for each test. */
export const newAgencyTest = () =>
  appTest(null)
    .extend("agency", ({ app }) => startAgency(app))
    .extend("owner", ({ agency }) => agency.owner.visitor);

/** `agency` and its `owner` are the same for all tests of a file. */
export const sharedAgencyTest = (open = openTestDatabase) =>
  appTest(null, open)
    .extend("agency", { scope: "file" }, ({ app }) => startAgency(app))
    .extend("owner", { scope: "file" }, ({ agency }) => agency.owner.visitor);
