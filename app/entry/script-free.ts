import { createContext, type ServerBuild } from "react-router";
import { readHandle } from "./page-handle.ts";

/** Ids of routes whose pages never hydrate, from `scriptFreeRoutes`; "" while unknown. */
export const scriptFreeContext = createContext("");

/** The ids of routes with `scripts: "none"`, separated by spaces: the enhancer does not prefetch their files. */
export function scriptFreeRoutes(routes: ServerBuild["routes"]): string {
  return Object.entries(routes)
    .filter(([, route]) => readHandle(route?.module.handle).scripts === "none")
    .map(([id]) => id)
    .join(" ");
}
