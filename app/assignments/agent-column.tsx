import { Avatar } from "../ui/avatar.tsx";
import type { Column } from "../ui/data-table.tsx";

/** Whose a record of a list is. */
interface AssignedRow {
  /** The name of its agent; null where it has none. */
  readonly agent: string | null;
}

/** The column of lists that have records of several agents. */
export const agentColumn: Column<AssignedRow> = {
  head: "Agent",
  card: "none",
  from: "xl",
  cell: ({ agent }) =>
    agent === null ? (
      "—"
    ) : (
      <div className="who small">
        <Avatar name={agent} />
        <div>{agent}</div>
      </div>
    ),
};

/** The same for tables of many columns: the initials alone. */
export const shortAgentColumn: Column<AssignedRow> = {
  ...agentColumn,
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
