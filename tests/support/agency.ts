/** A workspace of its own with people of any role, signed in without the form, and with clients. */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Plan, Role } from "#server/upstream/engine/current-user.ts";
import { foundWorkspace, joinWorkspace, type Member } from "./accounts.ts";
import { mediaType } from "./answers.ts";
import type { Application } from "./application.ts";
import { alderLane } from "./records.ts";
import type { Visitor } from "./visitor.ts";

interface Colleague {
  readonly accountId: string;
  readonly visitor: Visitor;
  /** The upstream's, for calls past the app. */
  readonly token: string;
}

export interface AgencyRecord {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Agency {
  readonly workspaceId: string;
  readonly owner: Colleague;
  join(role: Role): Promise<Colleague>;
  /** Makes a client as the owner, past the app. */
  addClient(attributes?: { name?: string; email?: string | null; phoneNumber?: string }): Promise<AgencyRecord>;
  /** Makes a package as the owner, past the app. */
  addPackage(attributes?: object): Promise<AgencyRecord>;
  /** Adds somebody to a client's household, past the app. */
  addPerson(
    clientId: string,
    attributes: { name: string; email?: string; phoneNumber?: string },
  ): Promise<AgencyRecord>;
  /** A client as the owner sees it, with buyer profile and household. */
  readClient(id: string): Promise<{ client: AgencyRecord; included: readonly (AgencyRecord & { type: string })[] }>;
  /** A call of the owner's, past the app. */
  call(method: string, path: string, attributes?: object): Promise<unknown>;
}

/** Types by the first segment of their paths. */
const types: Readonly<Record<string, string>> = {
  clients: "client",
  client_people: "client_person",
  buyer_profiles: "buyer_profile",
  packages: "package",
  opportunities: "opportunity",
  showings: "showing",
  comparables: "comparable",
  share_links: "share_link",
  documents: "document",
  findings: "finding",
  cost_estimates: "cost_estimate",
  tasks: "task",
  portal_invitations: "portal_invitation",
  portal_views: "portal_view",
  messages: "message",
  trashed_records: "trashed_record",
};

const record = z.object({ type: z.string(), id: z.string(), attributes: z.record(z.string(), z.unknown()) });
const document = z.object({ data: record, included: z.array(record).optional() });

/** Founds an agency. @param plan on "free" everybody acts as an administrator */
export async function startAgency(app: Application, plan?: Plan): Promise<Agency> {
  const { orm } = app.database;
  const founder = await foundWorkspace(orm, plan);
  const owner = await signIn(app, founder);

  async function call(method: string, path: string, attributes?: object): Promise<unknown> {
    const [, segment = "", id] = path.split("/");
    const type = path.endsWith("/suggestions") ? "offer_suggestion" : types[segment];
    const data = { type, ...(id !== undefined && { id }), attributes };
    const headers = { accept: mediaType, "content-type": mediaType, authorization: `Bearer ${owner.token}` };
    const body = attributes === undefined ? null : JSON.stringify({ data });
    const response = await app.forward(new Request(`${app.origin}/api${path}`, { method, headers, body }));
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? null : response.json();
  }

  return {
    workspaceId: founder.workspaceId,
    owner,
    call,
    join: async (role) => signIn(app, await joinWorkspace(orm, founder.workspaceId, role)),
    async addClient(attributes = {}) {
      const email = `${randomUUID().slice(0, 8)}@client.example`;
      return document.parse(await call("POST", "/clients", { name: "Maya Okafor", email, ...attributes })).data;
    },
    async addPackage(attributes = {}) {
      return document.parse(await call("POST", "/packages", { ...alderLane, ...attributes })).data;
    },
    async addPerson(clientId, attributes) {
      return document.parse(await call("POST", "/client_people", { clientId, ...attributes })).data;
    },
    async readClient(id) {
      const { data, included = [] } = document.parse(await call("GET", `/clients/${id}?include=buyer_profile,people`));
      return { client: data, included };
    },
  };
}

async function signIn(app: Application, { accountId, workspaceId, token }: Member): Promise<Colleague> {
  const inAnHour = new Date(Date.now() + 3_600_000);
  const session = { kind: "agent", personId: accountId, workspaceId, clientId: null, token, visitorState: {} } as const;
  const visitor = app.visitor();
  visitor.cookies.set(app.sessionCookie, await app.store.sessions.open(session, inAnHour));
  return { accountId, visitor, token };
}
