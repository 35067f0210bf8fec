/** The yardstick: a 15-row table by `renderToString` behind node:http, and nothing else. Listens on PORT. */
import { createServer } from "node:http";
import { createElement as element } from "react";
import { renderToString } from "react-dom/server";
import { Table } from "./table.ts";

createServer((_request, response) => {
  const html = `<!doctype html><html lang="en"><title>Clients</title>${renderToString(element(Table))}</html>`;
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-length": Buffer.byteLength(html) });
  response.end(html);
}).listen(Number(process.env.PORT), "127.0.0.1");
