/**
 * Pages that a browser fetches before their link is clicked (Speculation Rules,
 * https://html.spec.whatwg.org/multipage/speculative-loading.html). Pages name the rules in a header, so that they cost no byte of
 * HTML and work without scripts.
 */

import { rulesPath } from "#app/entry/speculation.ts";
import { isFetchedAhead } from "#app/session/asked-by-person.server.ts";
import { type Layer, safeMethods } from "./layer.ts";
import { refuse } from "./refusal.ts";

/** The portal's addresses: a client's, and those at which staff look at it. */
const inPortal = (path: string) => [`/client-portal/dashboard/${path}`, `/portal-view/:id/${path}`];

/** Files, and what only programs ask for. */
const files = [
  "/*.csv",
  "/*.zip",
  "/*.ics",
  "/pictures/*",
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
  "/shared/:token/documents/:id{/thumbnail}?",
  ...inPortal("messages/draft"),
  ...inPortal("photos/*"),
  ...inPortal("documents/:document{/thumbnail}?"),
  ...inPortal("properties/:property/map"),
];

/** Ends or begins something, also where it is only asked for. */
const acts = ["/sign-out", "/client-portal/sign-out", "/workspace/switch", "/login/openid{/*}?"];

/** Remembered in the browser where it is only asked for: a language, and whose landing page was opened last. */
const chooses = ["/*\\?*language=*", "/client-portal/*\\?*workspace=*", "/client-portal\\?*workspace=*"];

/** A click on a page that was fetched ahead asks nothing, so what counts as seen when it is asked for is left to the click. */
const countsAsSeen = [
  "/messages/:client",
  "/notifications",
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
      // After a pointer has rested on a link for 200 ms, or when it is pressed.
      eagerness: "moderate",
    },
  ],
});

/** So many requests under way at once are load enough to answer only those that somebody waits for. */
const busy = 16;

/**
 * Serves the rules, and refuses what is fetched ahead while the server is busy or its user saves data. Every form's answer has browsers
 * forget what they fetched before it.
 */
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
