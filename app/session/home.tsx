import { href, redirect } from "react-router";
import type { Route } from "./+types/home";
import { loginPath, secondStepPath } from "./next-path.ts";
import { requestSessionContext } from "./request-session.server.ts";

/** "/": to the dashboard, or to the sign-in page. */
export async function loader({ context }: Route.LoaderArgs) {
  const session = await context.get(requestSessionContext).session();
  const signIn = session?.visitorState.secondStep === undefined ? loginPath : secondStepPath;
  throw redirect(session?.token ? href("/dashboard") : signIn);
}
