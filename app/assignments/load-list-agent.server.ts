import type { RouterContextProvider } from "react-router";
import { settle } from "../json-api/settle.ts";
import { nameOfColleague } from "../members/pickable-colleagues.server.ts";
import { identityApiOf, logFaults } from "../session/session.server.ts";
import type { Part } from "../ui/not-loaded.tsx";

/** The agent that a list is narrowed to, as its page shows it. */
export interface ShownAgent {
  readonly id: string;
  /** As in "Agent: Maria Lopez." */
  readonly text: string;
  readonly all: string;
  /** Whether the agent's name could be loaded. */
  readonly name: Part;
}

interface AgentsList {
  readonly state: { readonly agent: string | null };
  readonly at: (change: { readonly agent: null }) => string;
}

/** Settled: a list is shown without the agent's name, too. Null where it shows everyone's. @param list of `openList` */
export async function loadListAgent(
  context: Readonly<RouterContextProvider>,
  { state: { agent: id }, at }: AgentsList,
): Promise<ShownAgent | null> {
  if (id === null) return null;
  const all = at({ agent: null });
  const name = await settle(identityApiOf(context), (api) => nameOfColleague(api, id), logFaults(context));
  const text = name.ok ? `Agent: ${name.data}.` : "The list shows one agent’s only.";
  return { id, text, all, name: name.ok ? { ok: true } : name };
}
