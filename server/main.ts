/** The entry of the built server. */
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { runProcess } from "./process.ts";
import { projectRoot } from "./project-root.ts";

// Not awaited, since modules loaded meanwhile are in this chunk.
void runProcess(build, join(projectRoot, "build", "client"));
