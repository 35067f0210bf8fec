/** What the yardstick renders: the fifteen rows as a table, and nothing around it. */
import { createElement as element } from "react";
import { type Row, rows } from "./rows.ts";

export function Table() {
  return element(
    "table",
    null,
    element(
      "thead",
      null,
      element("tr", null, ...["Client", "E-mail", "Phone", "Last activity", "Areas"].map(heading)),
    ),
    element("tbody", null, ...rows.map((row) => element(TableRow, { key: row.id, row }))),
  );
}

function heading(text: string) {
  return element("th", { key: text, scope: "col" }, text);
}

function TableRow({ row }: { row: Row }) {
  return element(
    "tr",
    null,
    element("td", null, element("a", { href: `/clients/${row.id}` }, row.name)),
    element("td", null, row.email),
    element("td", null, row.phone),
    element("td", null, row.lastActivityAt),
    element("td", null, row.areas.join(", ")),
  );
}
