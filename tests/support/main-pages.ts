/** The 24 pages that people look at most, in a workspace with many records. */

import { createLink } from "./package-parts.ts";
import { addImport } from "./seeded-agent.ts";
import { seedBuyer } from "./seeded-buyer.ts";
import { Visitor } from "./visitor.ts";

export interface MainPage {
  /** What it is, in a word or two: "property, costs". */
  readonly name: string;
  readonly path: string;
  /** Of a browser that may open it: name and value of each. */
  readonly cookies: ReadonlyMap<string, string>;
}

/** Pages of staff that no record is named in. */
const staffPages = {
  dashboard: "/dashboard",
  clients: "/clients/",
  properties: "/packages",
  deals: "/opportunities",
  tasks: "/tasks",
  messages: "/messages",
  documents: "/documents",
  board: "/opportunities/board",
  calendar: "/calendar",
  search: "/search?q=a",
  settings: "/settings/general",
  members: "/settings/members",
} as const;

/** A file with rows to import, one to correct, and one that is there already. */
const openHouse = ["Name,Email", "Una Holm,una.holm@visitor.example", "Ivo Berg,nowhere", "Nora,buyer@client.example"];

/** Gives the pages. @param owner of the large demo */
export async function openMainPages(owner: Visitor): Promise<MainPage[]> {
  const pagesOf = ({ cookies }: Visitor, paths: Readonly<Record<string, string>>) =>
    Object.entries(paths).map(([name, path]) => ({ name, path, cookies }));
  const client = await firstLink(owner, "/clients/?q=buyer%40client.example", "/clients/");
  const deal = await firstLink(owner, client, "/opportunities/");
  const property = await firstLink(owner, deal, "/packages/");
  const list = { name: "Open house.csv", content: openHouse.join("\n") };
  const records = {
    client,
    "client, documents": `${client}/documents`,
    "client, activity": `${client}/activity`,
    property,
    "property, inspections": `${property}/inspections`,
    "property, costs": `${property}/costs`,
    deal,
    thread: client.replace("/clients/", "/messages/"),
    "import, review": `/clients/imports/${await addImport(owner, list)}`,
  };
  const buyer = await seedBuyer(owner);
  const portal = {
    "portal, home": "/client-portal/dashboard",
    "portal, property": `/client-portal/dashboard/properties/${buyer.packageId}`,
  };
  const viewer = await openShared(owner, buyer.packageId);
  await Promise.all([buyer.visitor, viewer].map((visitor) => visitor.close()));
  return [
    ...pagesOf(owner, { ...staffPages, ...records }),
    ...pagesOf(buyer.visitor, portal),
    ...pagesOf(viewer, { shared: viewer.page.url.pathname }),
  ];
}

/** Path of the first record whose address begins like this. @throws when the page links to none */
async function firstLink(visitor: Visitor, path: string, start: string): Promise<string> {
  const { html } = await visitor.open(path);
  const [, found] = new RegExp(`href="(${start}[0-9a-f-]{36})"`).exec(html) ?? [];
  if (found === undefined) throw new Error(`${path} leads to nothing below ${start}`);
  return found;
}

/** Gives somebody who has opened a link to a property. */
async function openShared(owner: Visitor, packageId: string): Promise<Visitor> {
  await createLink(owner, packageId, { label: "For my parents", includesUnfiled: "on" });
  const address = owner.page.document.querySelector("input[aria-label=Link]")?.getAttribute("value") ?? "";
  const viewer = new Visitor(owner.origin);
  await viewer.open(new URL(address).pathname);
  await viewer.submit({}, { button: "Open" });
  return viewer;
}
