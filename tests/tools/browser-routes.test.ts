import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { browserRoutes, packManifest } from "../../tools/browser-routes.ts";

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
