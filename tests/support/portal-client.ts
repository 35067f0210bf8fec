/** Clients of an agency who use the portal in a browser. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { householdField, personField, workspaceField } from "#app/session/hidden-fields.ts";
import { subscriberToken } from "#server/upstream/notifications/mail-choices.ts";
import { createVault } from "#server/vault.ts";
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

/** Path of the page on which a client's person chooses their emails, as emails to them have it. */
export async function mailChoicePath(app: Application, address: string): Promise<string> {
  const { rows } = await app.database.orm.execute<{ id: string }>(
    sql`select workspace_id as id from upstream.portal_invitations where email_key = ${address}`,
  );
  const subscriber = { kind: "client", workspaceId: rows[0]?.id ?? "", name: address } as const;
  return `/client-portal/mails/${subscriberToken(createVault(app.secrets), subscriber)}`;
}

/** Invites a new client past the app. */
export async function inviteClient(app: Application, agency: Agency, name = "Nora Lind"): Promise<InvitedClient> {
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  const record = await agency.addClient({ name, email });
  await agency.call("POST", "/portal_invitations", { clientId: record.id });
  return { record, email, path: await portalPath(app, email) };
}

/** What every form of a person's pages says of them and of the portal that is open; nothing where none is. */
export async function placeFieldsOf(visitor: Visitor): Promise<Readonly<Record<string, string>>> {
  const { document } = await visitor.open("/client-portal/dashboard/me/wishes");
  const fieldOf = (name: string) => document.querySelector(`main input[name="${name}"]`)?.getAttribute("value") ?? "";
  return Object.fromEntries([personField, workspaceField, householdField].map((name) => [name, fieldOf(name)]));
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
