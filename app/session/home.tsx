import { redirect } from "react-router";
import type { Route } from "./+types/home";
import { visitContext } from "./visit.server.ts";

/** "/": to the dashboard, or to the sign-in page. */
export async function loader({ context }: Route.LoaderArgs) {
  const session = await context.get(visitContext).session();
  throw redirect(session?.token ? "/dashboard" : "/login/");
}
