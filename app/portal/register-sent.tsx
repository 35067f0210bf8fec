import { href } from "react-router";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import { settingsContext } from "../session/context.ts";
import type { Route } from "./+types/register-sent";

/** After registering: the address has to be confirmed. The same for everybody. */

export async function loader({ context, url }: Route.LoaderArgs) {
  return { hasOutbox: context.get(settingsContext).outbox !== null, isPhoneKept: url.searchParams.has("phone") };
}

export default function RegisterSent({ loaderData: { hasOutbox, isPhoneKept } }: Route.ComponentProps) {
  const { landing, code, form } = useTexts();
  const { sentTitle, sent } = landing.register;
  return (
    <PortalShell title={sentTitle} subtitle={sent}>
      {isPhoneKept ? <p>{form.phoneKept}</p> : null}
      {hasOutbox ? <a href={href("/outbox")}>{code.outbox}</a> : null}
    </PortalShell>
  );
}
