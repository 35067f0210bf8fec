/** Every page for clients of the route map on a running server, each with a browser that may open it. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { findMailedLink } from "./agent.ts";
import { clientPages, viewPages } from "./client-page-list.ts";
import { createLink } from "./package-parts.ts";
import { fillPattern } from "./route-map.ts";
import { createClient } from "./seeded-agent.ts";
import { type SeededBuyer, seedBuyer } from "./seeded-buyer.ts";
import { sendToTakeBack, sentDocumentOf } from "./sent-document.ts";
import { Visitor } from "./visitor.ts";

export interface ClientPage {
  /** As the router knows it: "/client-portal/dashboard/me". */
  readonly pattern: string;
  readonly url: string;
  /** Name and value of each. */
  readonly cookies: ReadonlyMap<string, string>;
}

interface Opened {
  readonly path: string;
  readonly visitor?: Visitor;
}

const newAddress = () => `somebody.${randomUUID().slice(0, 8)}@client.example`;

/**
 * Seeds a client and opens the doors to all pages.
 * @param agent signed in, and may edit everything in a workspace of the demo
 * @param handle of that workspace
 */
export async function openClientPages(agent: Visitor, handle: string): Promise<ClientPage[]> {
  const { origin } = agent;
  const buyer = await seedBuyer(agent);
  const shared = await openShared(agent, buyer);
  const stranger = new Visitor(origin);
  const insiders: Readonly<Record<string, Visitor>> = { client: buyer.visitor, view: agent };
  const opened: Readonly<Record<string, Opened>> = { ...(await doorsOf(agent, buyer, handle)), ...shared };
  await agent.open(`/clients/${buyer.clientId}/portal/view`);
  const { url } = await agent.submit({}, { button: "Open the portal" });
  const viewId = url.pathname.split("/").at(-1) ?? "";
  const sentDocumentId = sentDocumentOf(await sendToTakeBack(buyer.visitor, "Sent by mistake"));
  const pages = [...(await clientPages()), ...(await viewPages())].map(({ pattern, access }) => {
    const packageId = pattern.endsWith("/repairs") ? buyer.boughtPackageId : buyer.packageId;
    const { showingId, documentId, taskId } = buyer;
    const filled = () => fillPattern(pattern, { viewId, packageId, showingId, documentId, sentDocumentId, taskId });
    const { path, visitor = insiders[access] ?? stranger } = opened[pattern] ?? { path: filled() };
    const query = pattern.endsWith("/compare") ? `?id=${buyer.packageId}&id=${buyer.boughtPackageId}` : "";
    return { pattern, url: origin + path + query, cookies: new Map(visitor.cookies) };
  });
  await Promise.all([stranger, buyer.visitor].map((visitor) => visitor.close()));
  return pages;
}

/** The pages before signing in, with the addresses that emails lead to. */
async function doorsOf(agent: Visitor, buyer: SeededBuyer, handle: string) {
  const query = `?workspace=${handle}`;
  const asking = new Visitor(agent.origin);
  await asking.open("/client-portal/login");
  await asking.submit({ email: buyer.email });
  const doors: Record<string, Opened> = {
    "/client-portal/login/code": { path: "/client-portal/login/code", visitor: asking },
    "/client-portal/sign-in/:token": await mailed(agent, buyer.email, "/client-portal/sign-in/"),
  };
  await agent.open(`/packages/${buyer.packageId}/shares/clients?clients=${buyer.clientId}`);
  await agent.submit({}, { button: "Share with 1 client" });
  doors["/client-portal/mails/:token"] = await mailed(agent, buyer.email, "/client-portal/mails/");
  for (const door of ["", "/contact", "/contact/sent", "/register", "/register/sent"])
    doors[`/client-portal${door}`] = { path: `/client-portal${door}${query}` };
  const [invited, registered] = [newAddress(), newAddress()];
  await createClient(agent, { name: "Ivo Invited", email: invited });
  doors["/client-portal/invitations/:token"] = await mailed(agent, invited, "/client-portal/invitations/");
  await asking.open(`/client-portal/register${query}`);
  await asking.submit({ name: "Rita Registered", email: registered }, { button: "Register" });
  doors["/client-portal/registrations/:token"] = await mailed(agent, registered, "/client-portal/registrations/");
  return doors;
}

/** How long a mail may take that is written beside the requests, in milliseconds. */
const patience = 20_000;

async function mailed(agent: Visitor, email: string, path: string): Promise<Opened> {
  const deadline = performance.now() + patience;
  for (;;) {
    const link = await findMailedLink(agent, email, path).catch((error: unknown) => {
      if (performance.now() > deadline) throw error;
      return null;
    });
    if (link !== null) return { path: new URL(link).pathname };
    await wait(50);
  }
}

/** A link to the property that was opened with its passcode. */
async function openShared(agent: Visitor, { packageId, documentId }: SeededBuyer) {
  const passcode = "maple-77";
  await createLink(agent, packageId, { label: "For my parents", includesUnfiled: "on", passcode });
  const address = agent.page.document.querySelector("input[aria-label=Link]")?.getAttribute("value") ?? "";
  const path = new URL(address).pathname;
  const visitor = new Visitor(agent.origin);
  await visitor.open(path);
  await visitor.submit({ passcode }, { button: "Open" });
  const below = { "/view": "/view", "/documents/:documentId/summary": `/documents/${documentId}/summary` };
  return {
    "/shared/:token": { path },
    ...Object.fromEntries(
      Object.entries(below).map(([pattern, end]) => [`/shared/:token${pattern}`, { path: path + end, visitor }]),
    ),
  } satisfies Record<string, Opened>;
}
