/** `npm start`: builds what is missing, then becomes the server. */
import { buildIfNeeded } from "./build.ts";

buildIfNeeded();
// React and React Router choose their development variants when they are loaded, so this has to come before them.
process.env.NODE_ENV = "production";
await import(new URL("../build/server/main.js", import.meta.url).href);
