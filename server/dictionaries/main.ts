/** Writes the compression dictionaries (RFC 9842) of the built app, to the given folder or build/dictionaries. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import portalStyles from "#app/client-pages/client-pages.css?inline";
import { createLog } from "../log.ts";
import { projectRoot } from "../project-root.ts";
import { renderBlankPages } from "./blank-pages.ts";
import { sharedText } from "./shared-text.ts";

const folder = process.argv[2] ?? join(projectRoot, "build", "dictionaries");
// Some pages fail without data.
const log = createLog("silent");
// A part may fail before anything waits for it.
process.on("unhandledRejection", () => {});
const first = await renderBlankPages(build, log);
const second = await renderBlankPages(build, log);

const isForClients = (page: string): boolean => page.includes(portalStyles);
mkdirSync(folder, { recursive: true });
for (const [name, isOfKind] of [
  ["portal", isForClients],
  ["staff", (page: string) => !isForClients(page)],
] as const) {
  const text = sharedText(first.filter(isOfKind), second.filter(isOfKind));
  if (text === "") throw new Error(`The pages for ${name} have nothing in common.`);
  writeFileSync(join(folder, `${name}.txt`), text);
}
// Requests' leftovers would keep the process.
process.exit();
