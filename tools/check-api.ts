/** `npm run check-api -- https://api.example/api`: builds what is missing, then tries the calls of a service. */
import { buildIfNeeded } from "./build.ts";

buildIfNeeded();
process.env.NODE_ENV = "production";
await import(new URL("../build/server/check-api.js", import.meta.url).href);
