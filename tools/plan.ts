/** `npm run plan -- evergreen standard`: builds what is missing, then shows or changes the plan of a workspace. */
import { buildIfNeeded } from "./build.ts";

buildIfNeeded();
process.env.NODE_ENV = "production";
await import(new URL("../build/server/plan.js", import.meta.url).href);
