/** `npm start`: builds what is missing, then becomes the server. */
import { buildIfNeeded } from "./build.ts";

buildIfNeeded();
if (process.env.npm_lifecycle_event === "start") endWithTheShell();
// React and React Router choose their development variants when they are loaded, so this has to come before them.
process.env.NODE_ENV = "production";
await import(new URL("../build/server/main.js", import.meta.url).href);

/** The shell between npm and us passes no signal on: told to end, it goes, and npm with it. What is meant is this process. */
function endWithTheShell(): void {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}
