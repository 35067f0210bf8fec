/** `npm run upstream`: builds what is missing, then serves the embedded JSON:API service alone. */
import { buildIfNeeded } from "./build.ts";

buildIfNeeded();
process.env.NODE_ENV = "production";
await import(new URL("../build/server/upstream.js", import.meta.url).href);
