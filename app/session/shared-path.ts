import type { href } from "react-router";

/** Where a device brings what a person shares from other apps, which comes from no page. Its worker knows it, too, and no router. */
export const sharedPath = "/device/shared" satisfies Parameters<typeof href>[0];

/** Whether a path is that one, with or without a slash at its end. */
export function isSharedPath(path: string): boolean {
  return path.replace(/\/$/, "") === sharedPath;
}
