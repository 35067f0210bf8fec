import { AuthShell } from "../ui/auth-shell.tsx";
import { LinkButton } from "../ui/button.tsx";

export const meta = () => [{ title: "Signed out · Latchkey" }];

export async function loader() {
  return null;
}

/**
 * The picture's answer clears the cache a second time: the page that one signs out from enters the back/forward cache
 * only after the answer to signing out has cleared it.
 */
export default function SignedOut() {
  return (
    <AuthShell title="You are signed out" subtitle="Going back shows nothing of what was here.">
      <LinkButton href="/login/" look="go">
        Login
      </LinkButton>
      <img src="/signed-out/picture" width="1" height="1" alt="" />
    </AuthShell>
  );
}
