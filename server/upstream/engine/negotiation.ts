/** Content negotiation as JSON:API 1.1 words it. */
import type { Route } from "./action.ts";
import { notAcceptable, unsupportedMediaType } from "./refusal.ts";

export const mediaType = "application/vnd.api+json";

/**
 * Checks Accept and Content-Type.
 * A weight (`;q=0.9`) is none of the media type's own parameters, and `profile` may be ignored; `ext` and all others are
 * refused, since no extension is offered.
 * @param route whose answer it is about: one that is not JSON:API goes out whatever is accepted
 * @throws Refusal 406 or 415
 */
export function negotiate(headers: Headers, route: Pick<Route, "method" | "answers">): void {
  const contentType = headers.get("content-type");
  if (contentType !== null && !isOurs(contentType)) throw unsupportedMediaType();
  // Pictures and the like are what they are.
  if (route.method === "GET" && route.answers.of === null) return;
  const accept = headers.get("accept");
  if (accept !== null && accept.trim() !== "" && !accept.split(",").some(isAcceptable)) throw notAcceptable();
}

function isAcceptable(range: string): boolean {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  if (parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter))) return false;
  if (type === "*/*" || type === "application/*") return true;
  return isOurs([type, ...parameters.filter((parameter) => !parameter.startsWith("q="))].join(";"));
}

function isOurs(text: string): boolean {
  const [type, ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  return type === mediaType && parameters.every((parameter) => parameter.startsWith("profile="));
}
