import type { Role } from "../engine/current-user.ts";

/** The lines of a table as their cells. */
export function cellsOf(table: string): string[][] {
  const lines = table.trim().split("\n");
  return lines.map((line) => line.split("|").map((cell) => cell.trim()));
}

const agents: Readonly<Record<string, Role>> = { owner: "owner", admin: "admin", manager: "manager", member: "member" };

/** The role of the assigned account; the owner for an empty cell. */
export function roleOf(cell: string | undefined): Role {
  return agents[cell ?? ""] ?? "owner";
}

/** The number in a cell; null for an empty one. */
export function numberOf(cell: string | undefined): number | null {
  return cell ? Number(cell) : null;
}

/** The parts between commas. */
export function listOf(cell: string | undefined): string[] {
  return (cell ?? "").split(", ").filter((text) => text !== "");
}
