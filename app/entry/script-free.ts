import { createContext, type ServerBuild } from "react-router";
import { readHandle } from "./page-handle.ts";

/** The routes below which no page ever hydrates, as `scriptFreeRoutes` gives them; "" while they are not known. */
export const scriptFreeContext = createContext("");

/** Gives the ids of a build's routes whose handle refuses scripts, separated by spaces: the enhancer leaves out their files. */
export function scriptFreeRoutes(routes: ServerBuild["routes"]): string {
  return Object.entries(routes)
    .filter(([, route]) => readHandle(route?.module.handle).scripts === "none")
    .map(([id]) => id)
    .join(" ");
}
