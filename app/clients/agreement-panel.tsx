import { LinkButton } from "../ui/button.tsx";
import { Sheet } from "../ui/page.tsx";
import { State } from "../ui/tag.tsx";
import type { SaidAgreement } from "./agreement.ts";
import { clientPath } from "./client-links.ts";

type AgreementPanelProps = { clientId: string; agreement: SaidAgreement; canUpdate: boolean };

/** Whether the client is bound to the agency, and until when. */
export function AgreementPanel({ clientId, agreement: { state, days }, canUpdate }: AgreementPanelProps) {
  const edit = (
    <LinkButton href={clientPath(clientId, "agreement")} look="quiet" aria-label="Edit buyer agreement">
      Edit
    </LinkButton>
  );
  return (
    <Sheet title="Buyer agreement" action={canUpdate ? edit : null} padded>
      <State tone={state === "In force" ? "on" : state === "Ended" ? "due" : "plain"}>{state}</State>
      {days === null ? null : <div className="muted small">{days}</div>}
    </Sheet>
  );
}
