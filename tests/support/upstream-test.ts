/**
 * Tests of the embedded upstream: `service` is started once per file. Each file makes its own `test`: without isolation
 * Vitest forgets to clean up fixtures that are shared by files.
 */
import { test as base } from "vitest";
import { databaseKinds } from "./databases.ts";
import { type IdentitySettings, startIdentityService } from "./identity-service.ts";
import { startUpstreamService, type UpstreamSettings } from "./upstream-service.ts";

const serviceTest = (settings: UpstreamSettings) =>
  base
    .extend("settings", { scope: "file" }, settings)
    .extend("service", { scope: "file" }, async ({ settings }, { onCleanup }) => {
      const service = await startUpstreamService(settings);
      onCleanup(() => service.close());
      return service;
    });

/** Tests of an upstream with settings of their own. `workspace` and its `owner` are the same for all tests of a file. */
export const upstreamTest = (settings: UpstreamSettings) =>
  serviceTest(settings)
    .extend("workspace", { scope: "file" }, ({ service }) => service.newWorkspace())
    .extend("owner", { scope: "file" }, ({ workspace }) => workspace.owner);

/** The same with a `workspace` and its `owner` that are new for each test. */
export const newWorkspaceTest = (settings: UpstreamSettings = {}) =>
  serviceTest(settings)
    .extend("workspace", ({ service }) => service.newWorkspace())
    .extend("owner", ({ workspace }) => workspace.owner);

/** `workspace` and its `owner` are the same for all tests of a file. */
export const sharedWorkspaceTest = () => upstreamTest({});

/** The same for each kind of database, where these could differ: `describe.each(upstreamTests())("on $name", ({ test }) => …)`. */
export const upstreamTests = (settings: UpstreamSettings = {}) =>
  databaseKinds.map((kind) => ({ name: kind.name, kind, test: upstreamTest({ ...settings, kind }) }));

/** Tests of the service of people and workspaces alone. */
export const identityTest = (settings: IdentitySettings) =>
  base
    .extend("settings", { scope: "file" }, settings)
    .extend("service", { scope: "file" }, async ({ settings }, { onCleanup }) => {
      const service = await startIdentityService(settings);
      onCleanup(() => service.close());
      return service;
    });
