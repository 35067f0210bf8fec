import { isReservedHandle } from "./reserved-handles.ts";

/** The workspace's part of a URL: lower-case letters, digits and single hyphens between them, 1 to 63 characters. */
const shape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const longest = 63;

export type HandleObstacle = "malformed" | "reserved" | "taken";

/** For each obstacle the sentence to show. */
export const obstacleSentences: Readonly<Record<HandleObstacle, string>> = {
  malformed: "Use lower-case letters and digits, single hyphens between them, and at most 63 characters.",
  reserved: "This word is used by the product itself. Choose another one.",
  taken: "This address is already taken. Choose another one.",
};

/** The one spelling of a typed handle. */
export function normaliseHandle(typed: string): string {
  return typed.trim().toLowerCase();
}

/** What is wrong with the handle itself, whether or not it is taken; null when nothing is. */
export function judgeHandle(handle: string): "malformed" | "reserved" | null {
  if (handle.length > longest || !shape.test(handle)) return "malformed";
  return isReservedHandle(handle) ? "reserved" : null;
}
