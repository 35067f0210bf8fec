import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { type AssignedRef, assignedKinds, type SharedRef, sharedKinds } from "./assignment.ts";

/** Whose a record is, as its page shows it. */
export interface AgentPanelData extends AssignedRef {
  readonly agent: Settled<{ readonly name: string | null; readonly canChange: boolean }>;
}

/** The agent of a record, and the way to another one. */
export function AgentPanel({ panel: { kind, id, agent } }: { panel: AgentPanelData }) {
  // A service without assignments need not be spoken of on every page.
  if (!agent.ok && agent.code === "missing") return null;
  const { page, agentPage } = assignedKinds[kind];
  const change =
    agent.ok && agent.data.canChange ? (
      <LinkButton href={agentPage(id)} look="quiet" aria-label="Change agent">
        Change
      </LinkButton>
    ) : null;
  return (
    <Panel title="Agent" action={change} line={agent.ok ? (agent.data.name ?? "No agent") : null}>
      {agent.ok ? null : <NotLoaded what="agent" code={agent.code} here={page(id)} />}
    </Panel>
  );
}

/** The colleagues who may look at a record, as its page shows them. */
export interface SharesPanelData extends SharedRef {
  readonly shares: Settled<readonly { readonly id: string; readonly name: string }[]>;
}

/** With whom a record is shared, and the way to share it. */
export function SharesPanel({
  panel: { kind, id, shares },
  canUpdate,
}: {
  panel: SharesPanelData;
  canUpdate: boolean;
}) {
  // A service without such shares need not be spoken of, nor whoever may not share what is shared with nobody.
  if (!shares.ok && shares.code === "missing") return null;
  if (shares.ok && shares.data.length === 0 && !canUpdate) return null;
  const change = (
    <LinkButton href={sharedKinds[kind].sharingPage(id)} look="quiet" aria-label="Share with a colleague">
      Share
    </LinkButton>
  );
  return (
    <Panel
      title="Shared with"
      action={canUpdate && shares.ok ? change : null}
      line={shares.ok ? shares.data.map(({ name }) => name).join(", ") || "No one else" : null}
    >
      {shares.ok ? null : <NotLoaded what="shares" code={shares.code} here={assignedKinds[kind].page(id)} />}
    </Panel>
  );
}
