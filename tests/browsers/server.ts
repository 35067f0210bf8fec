/** One build and one running server for the walk in all browsers, behind what hears their reports. */
import type { TestProject } from "vitest/node";
import { closeServer, listenLocally } from "#tests/support/listening.ts";
import { startServer } from "#tests/support/server-process.ts";
import { buildIfNeeded } from "../../tools/build.ts";
import { reportingProxy } from "./policy-reports.ts";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildIfNeeded();
  let address = "";
  const proxy = reportingProxy(() => address);
  const origin = `http://localhost:${await listenLocally(proxy)}`;
  const server = await startServer({ DEMO: "on", PUBLIC_ORIGIN: origin });
  ({ address } = server);
  project.provide("origin", origin);
  return async () => {
    await closeServer(proxy);
    await server.stop();
  };
}
