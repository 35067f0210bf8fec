import { redirect } from "react-router";
import type { Route } from "./+types/home";
import { requestSessionContext } from "./request-session.server.ts";

/** "/": to the dashboard, or to the sign-in page. */
export async function loader({ context }: Route.LoaderArgs) {
  const session = await context.get(requestSessionContext).session();
  throw redirect(session?.token ? "/dashboard" : "/login/");
}
