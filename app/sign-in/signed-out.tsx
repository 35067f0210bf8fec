import { href } from "react-router";
import { loginPath } from "../session/next-path.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/signed-out";

export async function loader({ url }: Route.LoaderArgs) {
  return { keepsForms: url.searchParams.has("kept"), isWiped: url.searchParams.has("wiped") };
}

/**
 * The picture's response clears the cache a second time: the page before enters the back/forward cache only after the
 * response to signing out has cleared it.
 */
export default function SignedOut({ loaderData: { keepsForms, isWiped } }: Route.ComponentProps) {
  return (
    <AuthShell
      title="You are signed out"
      subtitle="If others use this device, close this window, too. Some browsers still show the last page by Back."
    >
      {keepsForms ? (
        <Notice title="Not everything was sent.">
          What was not sent yet is on this device, encrypted. It is sent when its person signs in here again.
        </Notice>
      ) : null}
      <LinkButton href={loginPath} look="go">
        Login
      </LinkButton>
      <img src={href("/signed-out/picture") + (isWiped ? "?wiped" : "")} width="1" height="1" alt="" />
    </AuthShell>
  );
}
