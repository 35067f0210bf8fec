import { href, type MiddlewareFunction, redirect } from "react-router";
import { isSignedIn } from "../sign-in/sign-in.server.ts";
import { isHandle } from "./landing-page.ts";

/** At a workspace's own address: whoever is not signed in as staff goes on to its landing page. */
export const leadVisitors: MiddlewareFunction<Response> = async ({ request, context, params }, next) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const name = params.handle ?? "";
  if (isRead && isHandle(name) && !(await isSignedIn(context)))
    throw redirect(`${href("/client-portal")}?${new URLSearchParams({ workspace: name })}`);
  return next();
};
