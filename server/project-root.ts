import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

/**
 * Absolute path of the folder that holds package.json. Found from this module's place, not from the working directory,
 * so that it is the same from the sources, from build/server and from its chunks.
 */
export const projectRoot: string = dirname(findPackageJSON(import.meta.url) ?? process.cwd());
