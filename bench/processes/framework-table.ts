/**
 * The yardstick: fifteen rows as a table, a page of React Router that needs no data and loads no script. What the framework itself
 * costs on this machine, before a session, a call to a service or compression. Listens on PORT.
 */
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createElement as element } from "react";
import { renderToString } from "react-dom/server";
import { createRequestHandler, type ServerBuild, ServerRouter } from "react-router";
import { Table } from "./table.ts";

const asset = {
  hasAction: false,
  hasLoader: false,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasErrorBoundary: false,
  module: "/page.js",
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
};

const build: ServerBuild = {
  entry: {
    module: {
      default: (request, status, headers, context) => {
        const page = renderToString(element(ServerRouter, { context, url: request.url }));
        headers.set("content-type", "text/html; charset=utf-8");
        return new Response(`<!doctype html><html lang="en"><title>Clients</title>${page}</html>`, { status, headers });
      },
    },
  },
  routes: { root: { id: "root", path: "", module: { default: Table } } },
  assets: {
    version: "bench",
    url: "/manifest.js",
    entry: { module: "/entry.js", imports: [] },
    routes: { root: { id: "root", path: "", ...asset } },
  },
  publicPath: "/",
  assetsBuildDirectory: "build/client",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  allowedActionOrigins: [],
};

const handle = createRequestHandler(build, "production");
const answer = (request: Request) =>
  new URL(request.url).pathname === "/counts" ? new Response("{}") : handle(request);
createServer(getRequestListener(answer)).listen(Number(process.env.PORT), "127.0.0.1");
