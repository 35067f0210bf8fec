/** The entry of the built server. */
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { runProcess } from "./process.ts";
import { projectRoot } from "./project-root.ts";

await runProcess(build, join(projectRoot, "build", "client"));
