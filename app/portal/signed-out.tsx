import { href } from "react-router";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { areas } from "../session/area.ts";
import { LinkButton } from "../ui/button.tsx";

export async function loader() {
  return null;
}

/** The picture clears the cache once more, as on the page that staff see. */
export default function PortalSignedOut() {
  const { signedOut } = useTexts();
  return (
    <PortalShell title={signedOut.title} subtitle={signedOut.subtitle}>
      <LinkButton href={areas.portal.login} look="go">
        {signedOut.again}
      </LinkButton>
      <img src={href("/signed-out/picture")} width="1" height="1" alt="" />
    </PortalShell>
  );
}
