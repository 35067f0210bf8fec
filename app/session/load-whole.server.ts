import { type MiddlewareFunction, redirectDocument } from "react-router";

/** A page that hydrates fetches data only when it goes here; a page without scripts has to be loaded whole. */
export const loadWhole: MiddlewareFunction<Response> = ({ request, url }, next) => {
  if (request.method === "GET" && new URL(request.url).pathname.endsWith(".data")) {
    throw redirectDocument(url.pathname + url.search);
  }
  return next();
};
