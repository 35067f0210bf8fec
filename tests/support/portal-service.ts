/** Clients of the portal spoken to as their callers do, past the app. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { TestAnswer, TestRecord } from "./answers.ts";
import { postBytes, ticketOf } from "./uploads.ts";
import type { Sent, TestPerson, UpstreamService } from "./upstream-service.ts";

export interface TestClient {
  readonly token: string;
  send(method: string, path: string, sent?: Sent): Promise<TestAnswer>;
  get(path: string): Promise<TestAnswer>;
}

const letter = z.object({ text: z.string(), subject: z.string() });

/** The newest mail to an address. @throws when there is none */
export async function newestMail(service: UpstreamService, address: string) {
  const { rows } = await service.database.orm.execute(sql`
    select text, subject from mail.outbox where recipient = ${address} and state <> 'withheld'
    order by inserted_at desc, id desc limit 1`);
  return letter.parse(rows[0]);
}

/** The token of the link in the newest mail to an address. */
export async function mailedToken(service: UpstreamService, address: string): Promise<string> {
  const { text } = await newestMail(service, address);
  const [, token] = /\/client-portal\/(?:invitations|sign-in)\/([\w-]{43})/.exec(text) ?? [];
  if (token === undefined) throw new Error(`No link in ${text}`);
  return token;
}

/** Invites a client, or somebody of the household by the address; gives the invitation. */
export async function invite(agent: TestPerson, clientId: string, email?: string): Promise<TestRecord> {
  const attributes = { clientId, ...(email !== undefined && { email }) };
  const answer = await agent.send("POST", "/portal_invitations", { type: "portal_invitation", attributes });
  return answer.record;
}

/** Somebody signed in by an answer with a token. */
function clientOf(service: UpstreamService, answer: TestAnswer, workspaceId?: string): TestClient {
  const token = String(answer.record.attributes.token);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(workspaceId !== undefined && { "x-workspace-id": workspaceId }),
  };
  const client: TestClient = {
    token,
    send: (method, path, sent) => service.send(method, path, { ...sent, headers: { ...headers, ...sent?.headers } }),
    get: (path) => client.send("GET", path),
  };
  return client;
}

/** Accepts the newest invitation to an address. */
export async function accept(service: UpstreamService, address: string): Promise<TestClient> {
  const attributes = { invitationToken: await mailedToken(service, address) };
  return clientOf(service, await service.send("POST", "/portal/sessions", { type: "session", attributes }));
}

/** A client whom the agent has invited and who has accepted. */
export async function newPortalClient(service: UpstreamService, agent: TestPerson, name = "Nora Lind") {
  const email = `${randomUUID().slice(0, 12)}@buyer.example`;
  const record = await agent.newClient({ name, email });
  const invitation = await invite(agent, record.id);
  return { email, record, invitation, client: await accept(service, email) };
}

interface ClientFile {
  readonly name: string;
  readonly content: string;
  readonly mime: string;
}

/** Brings the bytes of a file that a client sends, and gives the file's id. */
export async function bringFile(service: UpstreamService, client: TestClient, file: ClientFile): Promise<string> {
  const announced = { name: file.name, size: file.content.length, mime: file.mime };
  const ticket = ticketOf(
    await client.send("POST", "/portal/files/presigned_posts", { type: "presigned_post", attributes: announced }),
  );
  await postBytes(service, ticket, file);
  const attributes = { ...announced, uri: ticket.storage_uri, storageKey: ticket.upload_fields.key };
  return (await client.send("POST", "/portal/files", { type: "file", attributes })).record.id;
}
