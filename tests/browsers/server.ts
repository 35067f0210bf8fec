/** One build and one running server for the walk in all browsers. */
import type { TestProject } from "vitest/node";
import { startServer } from "#tests/support/server-process.ts";
import { buildIfNeeded } from "../../tools/build.ts";

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildIfNeeded();
  const server = await startServer({ DEMO: "on" });
  project.provide("origin", server.origin);
  return async () => void (await server.stop());
}
