import { type MiddlewareFunction, Outlet } from "react-router";
import { dropBody } from "../session/drop-body.ts";
import { requestSessionContext } from "../session/request-session.server.ts";

/** The layout of addresses that a program reads, for which a page or a way to one is no answer. */

/** Answers with 401 where a person would be led to another page, as to the sign-in page. */
const refusePlainly: MiddlewareFunction<Response> = async ({ context }, next) => {
  const requestSession = context.get(requestSessionContext);
  const response = await next();
  const isLedAway = response.status >= 300 && response.status < 400 && response.status !== 304;
  if (!isLedAway && !requestSession.hasEnded) return response;
  await dropBody(response.body);
  requestSession.hasEnded = false;
  return Response.json({ error: "Sign in first." }, { status: 401 });
};

export const middleware = [refusePlainly];

/** With a loader here, no address below is answered without the middleware. */
export async function loader() {
  return null;
}

export default function ForPrograms() {
  return <Outlet />;
}
