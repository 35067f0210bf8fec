import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { isAbsent, NotLoaded } from "../ui/not-loaded.tsx";
import { PanelPart } from "../ui/panel.tsx";
import { type AssignedRef, assignedKinds, type SharedRef, sharedKinds } from "./assignment.ts";

/** Whose a record is, as its page shows it. */
export interface AgentPanelData extends AssignedRef {
  readonly agent: Settled<{ readonly name: string | null; readonly canChange: boolean }>;
}

/** The colleagues who may look at a record, as its page shows them. */
export interface SharesPanelData extends SharedRef {
  readonly shares: Settled<readonly { readonly id: string; readonly name: string }[]>;
}

type TeamPanelProps = { agent: AgentPanelData; shares: SharesPanelData; canShare: boolean };

/** Who works on a record: its agent, and the colleagues who may look at it. */
export function TeamPanel({ agent, shares, canShare }: TeamPanelProps) {
  // A service without assignments or shares need not be spoken of on every page.
  const hasAgent = !isAbsent(agent.agent);
  // Nor whoever may not share what is shared with nobody.
  const hasShares = shares.shares.ok ? canShare || shares.shares.data.length > 0 : !isAbsent(shares.shares);
  if (!hasAgent && !hasShares) return null;
  return (
    <section className="sheet">
      {hasAgent ? <Agent panel={agent} /> : null}
      {hasShares ? <Shares panel={shares} canShare={canShare} /> : null}
    </section>
  );
}

/** The agent of a record, and the way to another one. */
function Agent({ panel: { kind, id, agent } }: { panel: AgentPanelData }) {
  const { page, agentPage } = assignedKinds[kind];
  const change =
    agent.ok && agent.data.canChange ? (
      <LinkButton href={agentPage(id)} look="quiet" aria-label="Change agent">
        Change
      </LinkButton>
    ) : null;
  return (
    <PanelPart title="Agent" action={change} line={agent.ok ? (agent.data.name ?? "No agent") : null}>
      {agent.ok ? null : <NotLoaded what="agent" code={agent.code} here={page(id)} />}
    </PanelPart>
  );
}

/** With whom a record is shared, and the way to share it. */
function Shares({ panel: { kind, id, shares }, canShare }: { panel: SharesPanelData; canShare: boolean }) {
  const change = (
    <LinkButton href={sharedKinds[kind].sharingPage(id)} look="quiet" aria-label="Share with a colleague">
      Share
    </LinkButton>
  );
  return (
    <PanelPart
      title="Shared with"
      action={canShare && shares.ok ? change : null}
      line={shares.ok ? shares.data.map(({ name }) => name).join(", ") || "No one else" : null}
    >
      {shares.ok ? null : <NotLoaded what="shares" code={shares.code} here={assignedKinds[kind].page(id)} />}
    </PanelPart>
  );
}
