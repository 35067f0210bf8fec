/**
 * Pages that browsers fetch before a click (Speculation Rules,
 * https://html.spec.whatwg.org/multipage/speculative-loading.html), named in a header, so that they cost no HTML and no script.
 */

import { rulesPath } from "#app/entry/speculation.ts";
import { isFetchedAhead } from "#app/session/asked-by-person.server.ts";
import { type Layer, safeMethods } from "./layer.ts";
import { refuse } from "./refusal.ts";

const inPortal = (path: string) => [`/client-portal/dashboard/${path}`, `/portal-view/:id/${path}`];

const files = [
  "/*.csv",
  "/*.zip",
  "/*.ics",
  "/*.js",
  "/pictures/*",
  "/manifest.webmanifest",
  "/kept/*",
  "/picker",
  "/uploads{/*}?",
  "/scripts",
  "/documents/bundle",
  "/documents/:id/content",
  "/documents/:id/thumbnail",
  "/settings/account/two-step/recovery-codes/download",
  "/messages/:id/draft",
  "/signed-out/picture",
  "/client-portal/faces/*",
  "/shared/:token/photos/*",
  "/shared/previews/:token",
  "/shared/:token/documents/:id{/thumbnail}?",
  ...inPortal("messages/draft"),
  ...inPortal("photos/*"),
  ...inPortal("documents/:document{/thumbnail}?"),
  ...inPortal("properties/:property/map"),
];

/** GET has an effect there. */
const acts = ["/sign-out", "/client-portal/sign-out", "/workspace/switch", "/login/openid{/*}?"];

/** GET sets a cookie there. */
const chooses = ["/*\\?*language=*", "/client-portal/*\\?*workspace=*", "/client-portal\\?*workspace=*"];

/** A prefetched page tells nothing when it is clicked, so pages that count as seen, or that a worker completes, are not prefetched. */
const countsAsSeen = [
  // A device's own forms are listed there, which a page that was fetched ahead has not.
  "/waiting{/*}?",
  "/messages/:client",
  "/notifications{/:notification}?",
  "/shared/:token{/view}?",
  ...inPortal("messages"),
  ...inPortal("properties/:property"),
];

const rules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          { not: { href_matches: [...files, ...acts, ...chooses, ...countsAsSeen] } },
          { not: { selector_matches: "[download],[target],[data-reload]" } },
        ],
      },
      // When a pointer rests on a link for 200 ms, or presses it.
      eagerness: "moderate",
    },
  ],
});

/** With this many requests under way, prefetches are refused. */
const busy = 16;

/** Serves the rules, and refuses prefetches while the server is busy or the user saves data. A form's answer clears what was fetched. */
export function openAhead(): Layer {
  let underWay = 0;
  return async (context, next) => {
    const { method, path } = context.req;
    if (method === "GET" && path === rulesPath) {
      const headers = { "Content-Type": "application/speculationrules+json", "Cache-Control": "public, max-age=3600" };
      return new Response(rules, { headers });
    }
    const isAhead = isFetchedAhead(context.req.raw);
    if (isAhead && (underWay >= busy || context.req.header("save-data") === "on"))
      return refuse(context, 503, "This page is not fetched ahead now.");
    underWay += 1;
    try {
      await next();
    } finally {
      underWay -= 1;
    }
    if (!safeMethods.has(method)) context.res.headers.append("Clear-Site-Data", '"prefetchCache"');
    return;
  };
}
