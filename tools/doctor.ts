/** `npm run doctor`: builds what is missing, then says what is wrong with the server's surroundings. */
import { buildIfNeeded } from "./build.ts";

buildIfNeeded();
process.env.NODE_ENV = "production";
await import(new URL("../build/server/doctor.js", import.meta.url).href);
