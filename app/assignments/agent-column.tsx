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
  title: ({ agent }) => agent,
  cell: ({ agent }) =>
    agent === null ? (
      "—"
    ) : (
      <>
        <Avatar name={agent} />
        <span className="vh">{agent}</span>
      </>
    ),
};
