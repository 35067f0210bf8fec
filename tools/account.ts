/** `npm run account -- you@example.com`: builds what is missing, then prints the link of an invitation. */
import { buildIfNeeded } from "./build.ts";

buildIfNeeded();
process.env.NODE_ENV = "production";
await import(new URL("../build/server/account.js", import.meta.url).href);
