/** The real process around the small app. */
import { runProcess } from "#server/process.ts";
import { smallApp } from "./small-app.ts";

await runProcess(smallApp, "/nonexistent");
