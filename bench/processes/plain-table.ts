/** The yardstick: a 15-row table by `renderToString` behind node:http, and nothing else. Listens on PORT. */
import { createServer } from "node:http";
import { createElement as element } from "react";
import { renderToString } from "react-dom/server";
import { rows } from "./rows.ts";

function Table() {
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

function TableRow({ row }: { row: (typeof rows)[number] }) {
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

createServer((_request, response) => {
  const html = `<!doctype html><html lang="en"><title>Clients</title>${renderToString(element(Table))}</html>`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": Buffer.byteLength(html) });
  response.end(html);
}).listen(Number(process.env.PORT), "127.0.0.1");
