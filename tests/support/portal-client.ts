/** Clients of an agency who use the portal in a browser. */
import { randomUUID } from "node:crypto";
import type { Agency, AgencyRecord } from "./agency.ts";
import { type Application, mailTo } from "./application.ts";
import type { Visitor } from "./visitor.ts";

export interface InvitedClient {
  readonly record: AgencyRecord;
  readonly email: string;
  /** Of the invitation's page. */
  readonly path: string;
}

/** Path of the portal's page that the newest mail to an address leads to. @throws when it has no such link */
export async function portalPath(app: Application, address: string): Promise<string> {
  const { text } = await mailTo(app, address);
  const [path] = /\/client-portal\/(?:invitations|sign-in)\/[\w-]{43}/.exec(text) ?? [];
  if (path === undefined) throw new Error(`No link in ${text}`);
  return path;
}

/** Invites a new client past the app. */
export async function inviteClient(app: Application, agency: Agency, name = "Nora Lind"): Promise<InvitedClient> {
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  const record = await agency.addClient({ name, email });
  await agency.call("POST", "/portal_invitations", { clientId: record.id });
  return { record, email, path: await portalPath(app, email) };
}

export interface PortalClient extends InvitedClient {
  readonly visitor: Visitor;
}

/** A client who has accepted, with the portal open in a browser. */
export async function newPortalClient(app: Application, agency: Agency, name?: string): Promise<PortalClient> {
  const invited = await inviteClient(app, agency, name);
  const visitor = app.visitor();
  await visitor.open(invited.path);
  await visitor.submit({}, { button: "Open my home search" });
  return { ...invited, visitor };
}
