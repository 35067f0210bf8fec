/** The entry of the built server. */
import { join } from "node:path";
import * as build from "virtual:react-router/server-build";
import { runProcess } from "./process.ts";
import { projectRoot } from "./project-root.ts";

// Not awaited: parts that are loaded while it runs lie in this module, too, and would wait for its end.
void runProcess(build, join(projectRoot, "build", "client"));
