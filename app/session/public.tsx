import { type MiddlewareFunction, Outlet, redirectDocument } from "react-router";
import type { PageHandle } from "../entry/page-handle.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** The layout of all pages that carry no script: signing in, registering, what mailed links lead to. */

export const handle: PageHandle = { scripts: "none" };

/** A page that hydrates fetches data only when it goes here; a page without scripts has to be loaded whole. */
const loadWhole: MiddlewareFunction<Response> = ({ request, url }, next) => {
  if (request.method === "GET" && new URL(request.url).pathname.endsWith(".data")) {
    throw redirectDocument(url.pathname + url.search);
  }
  return next();
};

export const middleware = [loadWhole];

export async function loader() {
  return null;
}

export default function Public() {
  return <Outlet />;
}
