import { href } from "react-router";
import { loginPath } from "../session/next-path.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { LinkButton } from "../ui/button.tsx";

export async function loader() {
  return null;
}

/**
 * The picture's response clears the cache a second time: the page before enters the back/forward cache only after the
 * response to signing out has cleared it.
 */
export default function SignedOut() {
  return (
    <AuthShell
      title="You are signed out"
      subtitle="If others use this device, close this window, too. Some browsers still show the last page by Back."
    >
      <LinkButton href={loginPath} look="go">
        Login
      </LinkButton>
      <img src={href("/signed-out/picture")} width="1" height="1" alt="" />
    </AuthShell>
  );
}
