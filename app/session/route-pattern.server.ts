import type { MiddlewareFunction } from "react-router";
import { routePatternContext } from "./context.ts";

/** Root middleware: tells the server which route answers. */
export const noteRoutePattern: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
  context.set(routePatternContext, pattern.startsWith("/") ? pattern : `/${pattern}`);
  return next();
};
