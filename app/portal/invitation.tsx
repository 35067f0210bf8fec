import { href } from "react-router";
import { useTexts } from "../client-pages/texts/texts.ts";
import { withNext } from "../session/next-path.ts";
import { signInAction } from "../sign-in/sign-in.server.ts";
import type { Route } from "./+types/invitation";
import { loadPortalLink } from "./mailed-link.server.ts";
import { PortalMailedLink } from "./parts/mailed-link.tsx";

/** The link of an invitation. Mail scanners open links too: only the button accepts it, and signs in. */

export const handle = { form: "create" };

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  return loadPortalLink(context, "invitation", token);
}

export async function action(args: Route.ActionArgs) {
  return signInAction("portal_invitation", args);
}

export default function PortalInvitation({ loaderData, actionData }: Route.ComponentProps) {
  const { link, invitation, nav } = useTexts();
  const { token, next, start, isLive, workspaceName, clientName, isShared } = loaderData;
  return (
    <PortalMailedLink
      title={workspaceName === null ? link.title : invitation.title(workspaceName)}
      subtitle={clientName === null ? invitation.subtitle : `${nav.of(clientName)}. ${invitation.subtitle}`}
      notes={[invitation.personal, ...(isShared ? [invitation.shared] : [])]}
      send={invitation.send}
      renewal={withNext(href("/client-portal/invitations/:token/renewal", { token }), next)}
      start={start}
      isLive={isLive}
      reply={actionData}
    />
  );
}
