import { Avatar } from "../ui/avatar.tsx";
import type { Column } from "../ui/data-table.tsx";

interface AssignedRow {
  /** The name of its agent; null where it has none. */
  readonly agent: string | null;
}

/** The column of lists that have records of several agents: initials, and the name for those who point at them or hear them. */
export const agentColumn: Column<AssignedRow> = {
  head: "Agent",
  card: "none",
  from: "xl",
  cell: ({ agent }) =>
    agent === null ? (
      "—"
    ) : (
      <span title={agent}>
        <Avatar name={agent} />
        <span className="vh">{agent}</span>
      </span>
    ),
};
