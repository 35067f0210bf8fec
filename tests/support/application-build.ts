/** The app as React Router runs it, made from the route map and the route modules without a build. */

import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { createElement } from "react";
import { type ServerBuild, type StaticHandlerContext, UNSAFE_withComponentProps } from "react-router";
import { ClientPageFailure } from "#app/client-page-failure.tsx";
import { browserLanguage } from "#app/client-pages/texts/languages.ts";
import { keepData, readKept } from "#app/entry/kept-data.ts";
import { ownScripts } from "#app/entry/own-scripts.ts";
import { createPageHandler } from "#app/entry/page-handler.tsx";
import { handleError, streamTimeout } from "#app/entry.server.tsx";
import * as root from "#app/root.tsx";
import { requestIdContext } from "#app/session/context.ts";
import { keptOwner } from "#app/session/kept-device.server.ts";
import { keepUnsentForm } from "#app/session/unsent-form.server.ts";
import { projectRoot } from "#server/project-root.ts";

type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;
type RouteAsset = NonNullable<ServerBuild["assets"]["routes"][string]>;

/** Loads the modules of all routes of the map. */
export async function buildApplication(map: readonly RouteConfigEntry[]): Promise<ServerBuild> {
  const routes: Routes = { root: { id: "root", path: "", module: root } };
  await addRoutes(routes, "root", map);
  const assets = Object.entries(routes).map(([id, route]) => [id, route && assetOf(id, route)]);
  return {
    entry: { module: { default: answerDocument, handleError, streamTimeout } },
    routes: keepData(routes),
    assets: {
      version: "test",
      url: "/assets/manifest.js",
      entry: { module: "/assets/entry.js", imports: [] },
      routes: Object.fromEntries(assets),
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
    allowedActionOrigins: ["**"],
  };
}

// As in production; tests of the sheet and the enhancer themselves use the real ones.
const handlePage = createPageHandler({
  styles: "body{margin:0}",
  portal: { styles: "body{margin:0 auto}", languageOf: browserLanguage, failure: createElement(ClientPageFailure) },
  enhancer: "0",
  ownScripts,
  development: false,
});

const answerDocument: ServerBuild["entry"]["module"]["default"] = async (request, status, headers, page, context) => {
  const onError = (error: unknown) => {
    throw error;
  };
  deferredParts.holdIn(page.staticHandlerContext);
  const requestId = context.get(requestIdContext);
  return keepUnsentForm({ request, status, page, context }, () =>
    handlePage({ request, status, headers: new Headers(headers), page, requestId, owner: keptOwner(context), onError }),
  );
};

/** The promises that loaders return: which there were, and one that never settles. */
export const deferredParts = {
  /** As in "dashboard/index.tsx board". */
  seen: new Set<string>(),
  held: "",
  holdIn(found: Pick<StaticHandlerContext, "loaderData">): void {
    for (const [id, data] of Object.entries(readKept(found.loaderData))) {
      if (typeof data !== "object" || data === null) continue;
      const names = Object.entries(data).flatMap(([name, value]) => (value instanceof Promise ? [name] : []));
      for (const name of names) this.seen.add(`${id} ${name}`);
      const held = names.find((name) => this.held === `${id} ${name}`);
      if (held !== undefined) found.loaderData[id] = { ...data, [held]: new Promise(() => {}) };
    }
  },
};

async function addRoutes(routes: Routes, parentId: string, entries: readonly RouteConfigEntry[]): Promise<void> {
  for (const { file, path, index, children = [], ...rest } of entries) {
    const id = rest.id ?? file;
    const place = { ...(path === undefined ? {} : { path }), ...(index === true ? { index } : {}) };
    routes[id] = { id, parentId, module: await loadModule(file), ...place };
    await addRoutes(routes, id, children);
  }
}

async function loadModule(file: string): Promise<Route["module"]> {
  const module = await import(/* @vite-ignore */ join(projectRoot, "app", file));
  // What the build does with each route: its component gets loaderData and actionData as props.
  return module.default === undefined ? module : { ...module, default: UNSAFE_withComponentProps(module.default) };
}

function assetOf(id: string, route: Route): RouteAsset {
  return {
    id,
    ...(route.parentId === undefined ? {} : { parentId: route.parentId }),
    ...(route.path === undefined ? {} : { path: route.path }),
    ...(route.index === true ? { index: true } : {}),
    hasAction: route.module.action !== undefined,
    hasLoader: route.module.loader !== undefined,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasErrorBoundary: route.module.ErrorBoundary !== undefined,
    module: `/assets/${id}.js`,
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  };
}
