import { expect, test } from "vitest";
import { browserRoutes } from "../../tools/browser-routes.ts";

test("pages without scripts, and all below them, are left out of the browser's list of routes", () => {
  const routes = {
    root: {},
    "session/public": { parentId: "root" },
    "session/login": { parentId: "session/public" },
    "portal/clients": { parentId: "root" },
    "portal/frame": { parentId: "portal/clients" },
    "portal-home": { parentId: "portal/frame" },
    "portal/sign-out": { parentId: "root" },
    "session/agents": { parentId: "root" },
    "clients/index": { parentId: "session/agents" },
  };
  expect(Object.keys(browserRoutes(routes))).toEqual(["root", "session/agents", "clients/index"]);
});
