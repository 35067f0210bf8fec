import { matchPath, type ServerBuild } from "react-router";
import { readHandle } from "#app/entry/page-handle.ts";
import type { WebContext } from "./layer.ts";
import { pathsOf } from "./route-areas.ts";

/** Whether the form at a path, of a page or of its data, may hold files, and so be long and take its time. */
export type TakesFiles = (path: string) => boolean | Promise<boolean>;

/** By what the routes' handles say. */
export function readFileRoutes(routes: ServerBuild["routes"]): (path: string) => boolean {
  const patterns = [...pathsOf(routes)]
    .filter(([id]) => readHandle(routes[id]?.module.handle).takesFiles)
    .map(([, pattern]) => pattern);
  return (path) => {
    const page = path.replace(/\.data\/?$/, "");
    return patterns.some((pattern) => matchPath(pattern, page) !== null);
  };
}

/**
 * Whether a request brings files, which are read piece by piece however many they are. A form of any other type is held in memory
 * as a whole, wherever it is sent.
 */
export async function bringsFiles({ req }: WebContext, takesFiles: TakesFiles): Promise<boolean> {
  const type = req.header("content-type") ?? "";
  const holdsFiles = /^(?:multipart\/form-data|application\/offset\+octet-stream)\b/i.test(type);
  return holdsFiles && takesFiles(req.path);
}
