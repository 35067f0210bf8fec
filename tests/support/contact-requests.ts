/** What comes from a public page, past the app. */
import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import type { TestRecord } from "./answers.ts";
import type { TestPerson, UpstreamService } from "./upstream-service.ts";

/** Sends a message with the address of a client, and gives the request once it is filed. */
export async function addRequest(service: UpstreamService, agent: TestPerson, clientId: string): Promise<TestRecord> {
  const { handle } = (await agent.get(`/workspaces/${agent.workspaceId}`)).record.attributes;
  const { email } = (await agent.get(`/clients/${clientId}`)).record.attributes;
  const id = randomUUID();
  const attributes = { id, handle, kind: "message", name: "Sam Sender", email, message: "Call me." };
  await service.send("POST", "/portal/contact_requests", { type: "contact_request", attributes });
  return vi.waitFor(async () => (await agent.get(`/contact_requests/${id}`)).record, { timeout: 20_000, interval: 50 });
}
