/** Bytes of every page of the route map on a first visit, and of the scripts with which some of them hydrate. */
import type { Conditions, Measurement } from "../measure/figure.ts";
import { type OpenPage, openPages } from "../measure/pages.ts";
import { startProduct } from "../measure/product.ts";
import { weigh } from "../measure/weight.ts";

export const name = "page-weight";
export const title = "Bytes of every page on a first visit: HTML with its styles, compressed; scripts";

/** In bytes. One flight of packets carries 14 kB. */
export const budgets = {
  agent: { document: 13_800, script: 10_000 },
  "script-free": { document: 8_000, script: 0 },
} as const;

/** What a page may weigh on a first visit, where it has a limit of its own. */
export function documentBudget({ pattern, kind }: Pick<OpenPage, "pattern" | "kind">): number {
  // The boxes by which rows are chosen, and the signatures of pictures. Soon after a start it weighs 2 kB more than later, more than one
  // flight, and it is not known why.
  return pattern === "/packages" ? 16_200 : budgets[kind].document;
}

/** Scripts of a page in its first visit. One page for clients has one, which asks the browser where to send what their agent writes. */
export function scriptBudget({ pattern, kind }: Pick<OpenPage, "pattern" | "kind">): number {
  return pattern.endsWith("/me/device") ? 1_500 : budgets[kind].script;
}

/** In bytes: a page for clients to a browser that has the dictionary. */
export const laterClientPage = 3_000;

/** The same for other pages. */
export function laterBudget({ pattern, kind }: Pick<OpenPage, "pattern" | "kind">): number {
  if (pattern.startsWith("/shared/")) return laterClientPage;
  if (pattern === "/register/workspace") return 1_750;
  // It lists emails, which are others each time.
  if (pattern === "/outbox") return 1_500;
  if (kind === "script-free") return 1_000;
  // About 150 bytes of it are ids and keys, which are others each time; words in use are offered, too.
  if (shortForms.has(pattern)) return 1_250;
  // Each of its groups may be full.
  if (pattern === "/dashboard") return 6_300;
  // Each row is a form of its own, above them is a search.
  if (pattern === "/tasks") return 5_200;
  // The signed addresses of up to four photos are others each time.
  if (/^\/packages\/:packageId\/(inspections|costs)$/.test(pattern)) return 4_800;
  if (portalLook.has(pattern)) return 6_500;
  // Next dates are longer on some days and hours.
  if (pattern === "/opportunities") return 4_800;
  // Days and their entries, a line each.
  if (pattern === "/calendar") return 6_900;
  return long.has(pattern) ? 6_200 : 4_400;
}

/** Pages of agents in the look of the portal, which has another dictionary. */
const portalLook: ReadonlySet<string> = new Set([
  "/packages/:packageId/portal/preview",
  "/packages/:packageId/shares/preview",
  "/settings/portal/preview",
]);

/** More than a list of fifteen: pictures and prices in every row; deals. */
const long: ReadonlySet<string> = new Set(["/packages", "/opportunities/board"]);

/** Empty forms that name no other records, of which there may be any number. */
const shortForms: ReadonlySet<string> = new Set(["/clients/new", "/documents/uploads/new", "/documents/folders/new"]);

const lists = [
  "/clients/",
  "/packages/",
  "/documents",
  "/opportunities",
  "/activity",
  "/dashboard",
  "/messages",
  "/notifications",
  "/shortcuts",
];
/** Here something is typed: that brings code of its own. */
const withForms = ["/tasks", "/clients/new", "/opportunities/new", "/messages/replies", "/settings/notifications"];
/** Pages that hydrate, and the bytes of script that they may load. */
export const hydratingPages = [
  ...lists.map((path) => ({ path, most: 106_900 })),
  // Cards are moved here.
  { path: "/opportunities/board", most: 109_000 },
  ...withForms.map((path) => ({ path, most: 133_000 })),
];

export async function measure({ say }: Conditions): Promise<Measurement[]> {
  const product = await startProduct();
  try {
    say("page weight: every page of the route map");
    const measurements: Measurement[] = [];
    for (const page of await openPages({ origin: product.origin, whereData: { DATA_DIR: product.dataDir } }))
      measurements.push(...(await weightOf(page)));
    for (const { path, most } of hydratingPages) {
      const { linkedScriptBytes } = await weigh(product.origin + path, product.hydrating.cookie ?? "");
      measurements.push(exact(`${path} hydrating, scripts`, linkedScriptBytes, most));
    }
    return measurements;
  } finally {
    await product.stop();
  }
}

async function weightOf({ pattern, kind, url, cookie }: OpenPage): Promise<Measurement[]> {
  const { status, documentBytes, laterBytes, inlineScriptBytes, linkedScriptBytes } = await weigh(url, cookie);
  const document = exact(pattern, documentBytes, documentBudget({ pattern, kind }));
  return [
    status === 200 ? document : { ...document, note: `answered ${status}` },
    exact(`${pattern}, later`, laterBytes, laterBudget({ pattern, kind })),
    exact(`${pattern}, scripts`, inlineScriptBytes + linkedScriptBytes, scriptBudget({ pattern, kind })),
  ];
}

function exact(what: string, bytes: number, atMost: number): Measurement {
  return { what, unit: "bytes", values: [bytes], goal: { atMost }, floor: { atMost } };
}
