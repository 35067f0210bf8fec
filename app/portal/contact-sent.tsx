import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { pathAt } from "../landing/landing-view.tsx";
import { LinkButton } from "../ui/button.tsx";
import type { Route } from "./+types/contact-sent";
import { landingOfForm } from "./public-request.server.ts";

/** After a message was sent: the same for everybody. */

export async function loader({ context, url }: Route.LoaderArgs) {
  const { handle, agent } = await landingOfForm(context, url);
  return { agent: agent.name, back: pathAt(handle, "/client-portal"), isPhoneKept: url.searchParams.has("phone") };
}

export default function ContactSent({ loaderData: { agent, back, isPhoneKept } }: Route.ComponentProps) {
  const { landing, form } = useTexts();
  const { contact } = landing;
  return (
    <PortalShell title={contact.sentTitle} subtitle={contact.sent(agent)}>
      {isPhoneKept ? <p>{form.phoneKept}</p> : null}
      <LinkButton href={back}>{contact.back}</LinkButton>
    </PortalShell>
  );
}
