import { href } from "react-router";
import type { Settled } from "../../json-api/settle.ts";
import { LinkButton } from "../../ui/button.tsx";
import { NotLoadedLine } from "../../ui/not-loaded.tsx";
import { Row } from "../../ui/page.tsx";
import type { LinkedIdentity } from "./openid.server.ts";

type LinkedAccountRowProps = { name: string; identity: Settled<LinkedIdentity> };

/** One line of the account's page: whether the provider signs its person in. */
export function LinkedAccountRow({ name, identity }: LinkedAccountRowProps) {
  const linked = identity.ok ? identity.data.provider : null;
  const whose = identity.ok ? identity.data.email : null;
  return (
    <Row>
      <div>
        <b>Linked account</b>
        <NotLoadedLine what="linked account" part={identity} />
        <div className="muted small">
          {linked === null ? `Sign in by ${name} instead of your password.` : `${whose ?? "Linked"} at ${linked}.`}
        </div>
      </div>
      <LinkButton href={href("/settings/account/openid")}>
        {linked === null ? `Link ${name}` : "Show linked account"}
      </LinkButton>
    </Row>
  );
}
