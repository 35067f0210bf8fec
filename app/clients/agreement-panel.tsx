import { href } from "react-router";
import { LinkButton } from "../ui/button.tsx";
import { Panel } from "../ui/panel.tsx";
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
  const shown = <State tone={state === "Active" ? "on" : state === "Ended" ? "due" : "plain"}>{state}</State>;
  return (
    <Panel title="Buyer agreement" action={canUpdate ? edit : null} line={days === null ? shown : null}>
      <div className="pad">
        {shown}
        <div className="muted small">{days}</div>
      </div>
    </Panel>
  );
}
