/** The smallest app that React Router's handler takes, with a route for each way in which a server is tried. */
import { setTimeout as wait } from "node:timers/promises";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { readKept } from "#app/entry/kept-data.ts";
import { requestIdContext, settingsContext } from "#app/session/context.ts";
import type { BuiltApp } from "#server/web/application.ts";

type Build = Exclude<BuiltApp, () => unknown>;

const loaders: Record<string, (args: LoaderFunctionArgs) => Promise<object>> = {
  async where({ request, context }) {
    const { publicOrigin, demo } = context.get(settingsContext);
    return { url: request.url, publicOrigin, demo, requestId: context.get(requestIdContext) };
  },
  async slow() {
    await wait(1_500);
    return { text: "slow, but whole" };
  },
  async reject() {
    Promise.reject(new Error("nobody waits for this"));
    return {};
  },
  async throw() {
    setTimeout(() => {
      throw new Error("nobody catches this");
    }, 10);
    return {};
  },
};

async function readForm({ request }: ActionFunctionArgs): Promise<object> {
  return { name: (await request.formData()).get("name") };
}

const component = (): null => null;

export const smallApp: Build = {
  entry: {
    module: {
      // A page is what the route found, as JSON.
      default: async (_request, status, headers, { staticHandlerContext: { loaderData, actionData } }) =>
        Response.json({ ...readKept(loaderData), ...actionData }, { status, headers }),
    },
  },
  routes: Object.fromEntries(
    Object.entries(loaders).map(([path, loader]) => [
      path,
      { id: path, path, module: { default: component, loader, action: readForm } },
    ]),
  ),
  assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "1" },
  assetsBuildDirectory: "",
  basename: "/",
  publicPath: "/",
  future: {},
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  ssr: true,
  allowedActionOrigins: false,
  unstable_getCriticalCss: undefined,
};
