import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Sheet } from "../ui/page.tsx";
import { State } from "../ui/tag.tsx";
import type { AgreementSummary } from "./agreement.ts";

type AgreementPanelProps = { clientId: string; agreement: AgreementSummary; canUpdate: boolean };

/** Whether the client has an active buyer agreement, and its dates. */
export function AgreementPanel({ clientId, agreement: { state, days }, canUpdate }: AgreementPanelProps) {
  const edit = (
    <LinkButton href={href("/clients/:id/agreement", { id: clientId })} look="quiet" aria-label="Edit buyer agreement">
      Edit
    </LinkButton>
  );
  return (
    <Sheet title="Buyer agreement" action={canUpdate ? edit : null} padded>
      <State tone={state === "Active" ? "on" : state === "Ended" ? "due" : "plain"}>{state}</State>
      {days === null ? null : <div className="muted small">{days}</div>}
    </Sheet>
  );
}
