/** The table of who may do what, as it is written down. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { meets } from "#tests/support/turns.ts";
import { type Column, columns, roles } from "./census.ts";

const writtenRows = new Map<string, readonly string[]>();
const tableFile = join(import.meta.dirname, "../../docs/permissions.md");
for (const part of readFileSync(tableFile, "utf8").split(/^## /m))
  for (const [, name = "", cells = ""] of part.matchAll(/^\| (`.+?) \| (.+) \|$/gm))
    writtenRows.set(`${part.slice(0, part.indexOf("\n"))} ${name}`, cells.split(" | "));

const parts = { pages: "Pages", forms: "Forms", done: "Once it is done", portal: "Client portal" } as const;
type Part = keyof typeof parts;

export const writtenRowsOf = (part: Part): string[] =>
  [...writtenRows]
    .filter(([name]) => name.startsWith(`${parts[part]} \``))
    .map(([name, cells]) => `| ${name.slice(parts[part].length + 1)} | ${cells.join(" | ")} |`);

function writtenCell(part: Part, name: string, role: (typeof roles)[number]): string {
  return writtenRows.get(`${parts[part]} ${name}`)?.[roles.indexOf(role)] ?? "";
}

function areAlike(part: Part, name: string): boolean {
  const [owner, admin, manager] = (["owner", "admin", "manager"] as const).map((role) => writtenCell(part, name, role));
  return owner === admin && admin === manager;
}

/** Who tries a page or form. @param place of it among its like */
export function triedBy(name: string, place: number): readonly Column[] {
  const named = (["pages", "forms", "done"] as const).filter((part) => writtenCell(part, name, "owner") !== "");
  return named.length > 0 && named.every((part) => areAlike(part, name)) && !meets(place, 0, 12)
    ? columns.filter((column) => column !== "admin" && column !== "manager")
    : columns;
}

/** What a status says about a permission; itself where it says nothing. */
export function verdictOf(status: number): string {
  if (status < 400) return "all";
  return status === 403 || status === 404 ? "no" : String(status);
}

/** A row of the table: the member's two columns are one, and those of whoever did not try it are as they were written. */
export function rowOf(part: Part, what: string, verdicts: ReadonlyMap<Column, string>): string {
  const of = (role: (typeof roles)[number]) => {
    const verdict = verdicts.get(role) ?? writtenCell(part, what, role);
    const own = verdicts.get("member's own") ?? "";
    if (role !== "member" || verdict === "all" || own === "no") return verdict;
    return own === "all" ? "own" : own;
  };
  return `| ${what} | ${roles.map(of).join(" | ")} |`;
}

/** About oneself, whatever one's role is. */
export const ownAffairs: ReadonlySet<string> = new Set([
  "/:handle",
  "/account/password",
  "/device",
  "/device/removal",
  "/settings/account",
  "/settings/account/calendar",
  "/settings/account/calendar/removal",
  "/settings/account/devices/:deviceId/removal",
  "/settings/account/email",
  "/settings/account/email/sending",
  "/settings/account/email/withdrawal",
  "/settings/account/openid",
  "/settings/account/openid/removal",
  "/settings/account/sessions",
  "/settings/account/sessions/ending",
  "/settings/account/sessions/:sessionId/ending",
  "/waiting",
  "/waiting/parked",
  "/waiting/:formId/discard",
  "/waiting/:formId/opening",
  "/workspace/join",
  "/workspace/switch",
  "/workspace/confirmations/:token",
  "/workspace/deleted",
  "/workspace/deleted/:workspaceId/restoration",
  "/scripts",
  "/settings/account/two-step",
  "/settings/account/two-step/setup",
  "/settings/account/two-step/setup/confirmation",
  "/settings/account/two-step/recovery-codes",
  "/settings/account/two-step/recovery-codes/download",
  "/settings/account/two-step/recovery-codes/new",
  "/settings/account/two-step/removal",
  "/settings/account/two-step/mailed-code",
]);
