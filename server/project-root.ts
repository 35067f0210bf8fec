import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

/** The folder of package.json, found from this module, so that sources and builds agree. */
export const projectRoot: string = dirname(findPackageJSON(import.meta.url) ?? process.cwd());
