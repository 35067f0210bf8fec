import { href } from "react-router";
import { useTexts } from "../client-pages/texts/texts.ts";
import { withNext } from "../session/next-path.ts";
import { signInAction } from "../sign-in/sign-in.server.ts";
import type { Route } from "./+types/sign-in-link";
import { loadPortalLink } from "./mailed-link.server.ts";
import { PortalMailedLink } from "./parts/mailed-link.tsx";

/** The link of the sign-in email. Mail scanners open links too: only the button signs in. */

export const handle = { form: "create" };

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  return loadPortalLink(context, "sign_in", token);
}

export async function action(args: Route.ActionArgs) {
  return signInAction("portal_link", args);
}

export default function PortalSignInLink({ loaderData, actionData }: Route.ComponentProps) {
  const { link } = useTexts();
  const { token, next, start, isLive } = loaderData;
  const renewal = withNext(href("/client-portal/sign-in/:token/renewal", { token }), next);
  return <PortalMailedLink {...link} renewal={renewal} start={start} isLive={isLive} reply={actionData} />;
}
