/** A small server build around the real document and the real page handler, answering requests as the router does. */
import type { ReactNode } from "react";
import { type ServerBuild, useLoaderData } from "react-router";
import { createPageHandler } from "#app/entry/page-handler.tsx";
import * as root from "#app/root.tsx";
import { handleByArea } from "#server/web/route-areas.ts";

type TestRoute = {
  readonly path: string;
  readonly handle?: object;
  readonly loader?: () => unknown;
  readonly action?: () => unknown;
  readonly view?: () => ReactNode;
  /** Path of the route that this one lies below. */
  readonly parent?: string;
};

type TestPages = {
  readonly routes: readonly TestRoute[];
  readonly toast?: () => { text: string } | null;
  readonly styles?: string | null;
  readonly enhancer?: string;
  readonly fileFields?: string;
  readonly ownScripts?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly development?: boolean;
  readonly onError?: (error: unknown) => void;
};

/** Gives the application: a request in, the router's answer out. */
export function createPages(pages: TestPages): (path: string, init?: RequestInit) => Promise<Response> {
  const handle = handleByArea(buildPages(pages), "production");
  return (path, init) => handle(new Request(new URL(path, "http://latchkey.test"), init));
}

function buildPages({
  routes,
  toast = () => null,
  version = "1",
  onError = () => {},
  ...texts
}: TestPages): ServerBuild {
  const { styles = "body{color:red}", enhancer = "document.title+=1", fileFields = "", development = false } = texts;
  const { ownScripts = {} } = texts;
  const handlePage = createPageHandler({
    styles,
    portal: { styles, languageOf: () => "en", failure: null },
    enhancer,
    fileFields,
    ownScripts,
    development,
  });
  const ids = ["root", ...routes.map((route) => route.path)];
  return {
    entry: {
      module: {
        default: (request, status, headers, page) =>
          handlePage({ request, status, headers, page, requestId: "a-request", owner: null, onError }),
        handleError: onError,
        streamTimeout: 2000,
      },
    },
    routes: {
      root: {
        id: "root",
        path: "",
        module: {
          default: root.default,
          Layout: root.Layout,
          ErrorBoundary: root.ErrorBoundary,
          loader: () => ({ toast: toast() }),
        },
      },
      ...Object.fromEntries(routes.map((route) => [route.path, serverRoute(route)])),
    },
    assets: {
      version,
      url: "/assets/manifest.js",
      entry: { module: "/assets/entry.js", imports: [] },
      routes: Object.fromEntries(ids.map((id) => [id, assetRoute(id, routes)])),
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  };
}

function serverRoute({ path, handle, loader, action, view, parent = "root" }: TestRoute) {
  return {
    id: path,
    parentId: parent,
    path,
    module: {
      default: view ?? ShowData,
      loader: loader ?? (() => null),
      ...(action && { action }),
      ...(handle && { handle }),
    },
  };
}

function ShowData() {
  return <main>{JSON.stringify(useLoaderData())}</main>;
}

function assetRoute(id: string, routes: readonly TestRoute[]) {
  const route = routes.find((candidate) => candidate.path === id);
  return {
    id,
    ...(route === undefined ? {} : { parentId: route.parent ?? "root" }),
    path: route?.path ?? "",
    hasAction: route?.action !== undefined,
    hasLoader: true,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasErrorBoundary: id === "root",
    module: `/assets/${id.replaceAll("/", "-")}.js`,
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  };
}
