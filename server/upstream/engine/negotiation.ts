/** Content negotiation as JSON:API 1.1 words it. */
import { type Accept, parseAccept } from "hono/utils/accept";
import type { Route } from "./action.ts";
import { notAcceptable, unsupportedMediaType } from "./refusal.ts";

export const mediaType = "application/vnd.api+json";

/**
 * Checks Accept and Content-Type: `profile` may be ignored, `ext` and all other parameters are refused. `q` is a weight.
 * @throws Refusal 406 or 415
 */
export function negotiate(headers: Headers, route: Pick<Route, "method" | "answers">): void {
  const sent = parseAccept(headers.get("content-type") ?? mediaType);
  if (sent.length !== 1 || !sent.every(isOurs)) throw unsupportedMediaType();
  if (route.method === "GET" && route.answers.of === null) return;
  const accept = headers.get("accept");
  if (accept !== null && accept.trim() !== "" && !parseAccept(accept).some(isAcceptable)) throw notAcceptable();
}

function isAcceptable({ type, params: { q: _, ...params }, q }: Accept): boolean {
  return q > 0 && (["*/*", "application/*"].includes(type.toLowerCase()) || isOurs({ type, params }));
}

function isOurs({ type, params }: Pick<Accept, "type" | "params">): boolean {
  return type.toLowerCase() === mediaType && Object.keys(params).every((name) => name.toLowerCase() === "profile");
}
