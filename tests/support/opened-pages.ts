/** Every page of the route map in a browser that may see it: a new page is opened without being named here. */
import { startAgency } from "./agency.ts";
import { findMailedLink } from "./agent.ts";
import type { Application } from "./application.ts";
import { makeBatch } from "./batch-forms.ts";
import { clientPages, viewPages } from "./client-page-list.ts";
import type { SeededAgent } from "./form-types.ts";
import { agentForms, publicForms } from "./forms.ts";
import { invite } from "./invitations.ts";
import { type ClientPage, openClientPages } from "./open-client-pages.ts";
import { addressValues, fillPattern, isForPrograms, routeAddresses } from "./route-map.ts";
import { newTwoStepPerson } from "./two-step-visitor.ts";
import { Visitor } from "./visitor.ts";
import { workspaceForms } from "./workspace-forms.ts";

interface OpenedPage {
  readonly visitor: Visitor;
  /** With its query. */
  readonly path: string;
}

/** Opens the pages of one app, each with records to show. */
export interface PageOpener {
  /** Makes first what the address names, where it is not there. */
  open(pattern: string): Promise<OpenedPage>;
  close(): Promise<void>;
}

/**
 * What only leads on, or takes what no form here makes: another provider's sign-in, a deleted workspace, a colleague's second step,
 * a change of more than 1,000 records, a reply by email that waits.
 */
const left: ReadonlySet<string> = new Set([
  ...["/register", "/register/complete", "/workspace/switch", "/settings/account/two-step/recovery-codes"],
  ...["/login/openid", "/login/openid/callback", "/login/openid/link"],
  ...["/workspace/deleted", "/workspace/deleted/:workspaceId/restoration"],
  ...["/settings/members/:memberId/two-step-removal", "/batches/:batchId/stopping"],
  ...["/messages/:clientId/emails/:mailId/acceptance", "/messages/:clientId/emails/:mailId/dismissal"],
]);

/** The pages for staff, and those before their sign-in, by their patterns. */
export async function staffPatterns(): Promise<readonly string[]> {
  const isBefore = (pattern: string) => !/^\/(client-portal|shared)(\/|$)/.test(pattern);
  const pages = (await routeAddresses()).filter(
    ({ access, pattern, file }) =>
      file.endsWith(".tsx") &&
      !isForPrograms(pattern) &&
      !left.has(pattern) &&
      (access === "agent" || (access === "public" && isBefore(pattern))),
  );
  return [...new Set(pages.map(({ pattern }) => pattern))];
}

/** The pages for clients, of shared links, and of the portal as staff look at it, by their patterns. */
export async function clientPatterns(): Promise<readonly string[]> {
  return [...(await clientPages()), ...(await viewPages())].map(({ pattern }) => pattern);
}

/** Seeds a client of an agent's workspace. @param app runs as the demo, whose emails can be read */
export async function seedPages(app: Application, agent: SeededAgent): Promise<PageOpener> {
  const clients = new Map((await openClientPages(agent.visitor, agent.handle)).map((page) => [page.pattern, page]));
  const opened: Visitor[] = [agent.visitor];
  return {
    async open(pattern) {
      const client = clients.get(pattern);
      const page = await (client === undefined ? openAsStaff(app, agent, pattern) : openAs(client));
      opened.push(page.visitor);
      return page;
    },
    async close() {
      await Promise.all([...new Set(opened)].map((visitor) => visitor.close()));
    },
  };
}

async function openAs({ url, cookies }: ClientPage): Promise<OpenedPage> {
  const { origin, pathname, search } = new URL(url);
  const visitor = new Visitor(origin);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  const path = pathname + search;
  await visitor.open(path);
  return { visitor, path };
}

const here = (visitor: Visitor): OpenedPage => ({
  visitor,
  path: visitor.page.url.pathname + visitor.page.url.search,
});

/** Pages that no form leads to, or only one that asks for more than an agent. */
const ways: Readonly<Record<string, (app: Application, agent: SeededAgent) => Promise<OpenedPage>>> = {
  "/invitation/:token": async (app) => ({
    visitor: app.visitor(),
    path: await invite(app.database, `${crypto.randomUUID()}@agents.example`),
  }),
  "/batches/:batchId": async (_app, { visitor }) => ({ visitor, path: `/batches/${await makeBatch(visitor)}` }),
  "/settings/members/:memberId/removal": async (app) => {
    const agency = await startAgency(app, "standard");
    const { accountId } = await agency.join("member");
    return { visitor: agency.owner.visitor, path: `/settings/members/${accountId}/removal` };
  },
  "/workspace/confirmations/:token": async (_app, agent) => {
    const { visitor } = agent;
    const withdrawal = workspaceForms.find(({ pattern }) => pattern.endsWith("/withdrawal"));
    await withdrawal?.open(visitor, agent);
    const mailed = await findMailedLink(visitor, agent.email, "/workspace/confirmations/");
    return { visitor, path: new URL(mailed).pathname };
  },
  "/login/second-step": async (app) => {
    const visitor = app.visitor();
    await visitor.signIn(await newTwoStepPerson(app));
    return here(visitor);
  },
  "/login/second-step/recovery": async (app) => {
    const visitor = app.visitor();
    await visitor.signIn(await newTwoStepPerson(app));
    return { visitor, path: "/login/second-step/recovery" };
  },
  "/settings/account/two-step/setup/confirmation": async (app) => {
    const owner = await app.newOwner();
    const visitor = await app.signedIn(owner);
    await visitor.open("/settings/account/two-step/setup");
    await visitor.submit({ password: owner.password }, { button: "Continue" });
    return here(visitor);
  },
  "/settings/account/two-step/recovery-codes/new": async (app) => {
    const { visitor } = await newTwoStepPerson(app);
    return { visitor, path: "/settings/account/two-step/recovery-codes/new" };
  },
  "/settings/account/two-step/removal": async (app) => {
    const { visitor } = await newTwoStepPerson(app);
    return { visitor, path: "/settings/account/two-step/removal" };
  },
};

async function openAsStaff(app: Application, agent: SeededAgent, pattern: string): Promise<OpenedPage> {
  const way = ways[pattern];
  if (way !== undefined) return way(app, agent);
  const publicForm = publicForms.find((form) => form.pattern === pattern);
  if (publicForm !== undefined) {
    const visitor = app.visitor();
    await publicForm.open(visitor, agent);
    return here(visitor);
  }
  const { visitor } = agent;
  const form = agentForms.find((form) => form.pattern === pattern);
  if (form === undefined) return { visitor, path: fillPattern(pattern, addressValues(agent)) };
  await form.open(visitor, agent);
  return here(visitor);
}
