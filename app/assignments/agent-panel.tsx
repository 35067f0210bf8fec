import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { type AssignedRef, assignedKinds } from "./assignment.ts";

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
