/** Tests of the embedded upstream: `service` is started once per file, with one `workspace` and its `owner`. */
import { test as base } from "vitest";
import { databaseKinds } from "./databases.ts";
import { startIdentityService } from "./identity-service.ts";
import { startUpstreamService, type UpstreamSettings } from "./upstream-service.ts";

/** Tests of an upstream with settings of their own. */
export const upstreamTest = (settings: UpstreamSettings) =>
  base
    .extend("settings", { scope: "file" }, settings)
    .extend("service", { scope: "file" }, async ({ settings }, { onCleanup }) => {
      const service = await startUpstreamService(settings);
      onCleanup(() => service.close());
      return service;
    })
    .extend("workspace", { scope: "file" }, ({ service }) => service.newWorkspace())
    .extend("owner", { scope: "file" }, ({ workspace }) => workspace.owner);

export const test = upstreamTest({});

/** The same for each kind of database: `describe.each(upstreamTests)("on $name", ({ test }) => …)`. */
export const upstreamTests = databaseKinds.map((kind) => ({ name: kind.name, kind, test: upstreamTest({ kind }) }));

/** Tests of the service of people and workspaces alone. */
export const identityTest = (settings: Parameters<typeof startIdentityService>[0]) =>
  base
    .extend("settings", { scope: "file" }, settings)
    .extend("service", { scope: "file" }, async ({ settings }, { onCleanup }) => {
      const service = await startIdentityService(settings);
      onCleanup(() => service.close());
      return service;
    });

/** The same for each kind of database. */
export const identityTests = databaseKinds.map((kind) => ({ name: kind.name, kind, test: identityTest({ kind }) }));
