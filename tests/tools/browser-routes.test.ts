import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { browserRoutes, packManifest, unreachedScripts, withOneEmptyModule } from "../../tools/browser-routes.ts";

test("pages without scripts, and all below them, are left out of the browser's list of routes", () => {
  const routes = {
    root: {},
    "sign-in/public": { parentId: "root" },
    "sign-in/login": { parentId: "sign-in/public" },
    "portal/clients": { parentId: "root" },
    "portal/frame": { parentId: "portal/clients" },
    "portal-home": { parentId: "portal/frame" },
    "portal/sign-out": { parentId: "root" },
    "session/agents": { parentId: "root" },
    "clients/index": { parentId: "session/agents" },
  };
  expect(Object.keys(browserRoutes(routes))).toEqual(["root", "session/agents", "clients/index"]);
});

test("the packed list is the list", () => {
  const page = { hasAction: false, hasLoader: true, hasDefaultExport: true, hasErrorBoundary: false, css: [] };
  const others = { hasClientAction: false, hasClientLoader: false, hasClientMiddleware: false };
  const root = { ...page, ...others, id: "root", path: "", module: "/assets/r.js", imports: ["/assets/b.js"] };
  const list = { ...root, id: "list", parentId: "root", path: "clients", css: ["/assets/list.css"] };
  const action = { ...root, id: "read", parentId: "root", hasAction: true, hasLoader: false, hasDefaultExport: false };
  const form = { ...root, id: "form", index: true, hasErrorBoundary: true, imports: ["/assets/b.js", "/assets/c.js"] };
  const manifest = { version: "1a", entry: { module: "/assets/e.js" }, routes: { root, list, read: action, form } };
  expect(() => packManifest({ routes: { root: { ...root, module: "/elsewhere/r.js" } } })).toThrow("/elsewhere/r.js");
  const read = `const window = {}; ${packManifest(manifest)}; JSON.stringify(window.__reactRouterManifest)`;
  expect(JSON.parse(runInNewContext(read))).toEqual(manifest);
});

test("routes that answer without a page share one empty module; layouts and pages keep their own", () => {
  const routes = {
    layout: { module: "/assets/layout0.js", hasDefaultExport: false },
    page: { module: "/assets/page000.js", hasDefaultExport: true, parentId: "layout" },
    picture: { module: "/assets/empty01.js", hasDefaultExport: false, parentId: "layout" },
    export: { module: "/assets/empty02.js", hasDefaultExport: false },
    moved: { module: "/assets/moved00.js", hasDefaultExport: false },
  };
  const shared = withOneEmptyModule(routes, (module) => !module.includes("moved"));
  expect(Object.values(shared).map(({ module }) => module.slice(8, 15))).toEqual([
    "layout0",
    "page000",
    "empty01",
    "empty01",
    "moved00",
  ]);
  expect(shared.export).toEqual({ ...routes.export, module: "/assets/empty01.js" });
});

test("scripts that the list of routes does not lead to are found", () => {
  const scripts = new Map([
    ["manifest-1a", 'modules:["page000","entry-1"]'],
    ["page000", 'import{a}from"./shared-.js";'],
    ["shared-", 'import("./dialog_.js")'],
    ["dialog_", "page000"],
    ["entry-1", ""],
    ["portal1", 'from"./portal2.js"'],
    ["portal2", ""],
  ]);
  expect(unreachedScripts(scripts, "manifest-1a")).toEqual(["portal1", "portal2"]);
});
