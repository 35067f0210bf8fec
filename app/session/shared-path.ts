import { href } from "react-router";

/** Where a device brings what a person shares from other apps, which comes from no page. */
export const sharedPath = href("/device/shared");

/** Whether a path is that one, with or without a slash at its end. */
export function isSharedPath(path: string): boolean {
  return path.replace(/\/$/, "") === sharedPath;
}
