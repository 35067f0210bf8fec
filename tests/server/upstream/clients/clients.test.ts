import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstreamService, type UpstreamService } from "#tests/support/upstream-service.ts";

let service: UpstreamService;
beforeAll(async () => {
  service = await startUpstreamService();
});
afterAll(() => service.close());

test("a created client is answered as the contract shows it, with its profile, and found again", async () => {
  const { owner } = await service.newWorkspace();
  const attributes = { name: " Maya Lindqvist ", email: "Maya@Client.example", phoneNumber: "+1 (555) 010-2030" };
  const created = await owner.send("POST", "/clients?include=buyer_profile", { type: "client", attributes });

  expect(created.status).toBe(201);
  expect(created.headers.get("location")).toBe(`http://upstream.test/api/clients/${created.record.id}`);
  expect(created.record.attributes).toEqual({
    name: "Maya Lindqvist",
    email: "Maya@Client.example",
    phone_number: "+1 (555) 010-2030",
    profile_image_url: null,
    tags: [],
    inserted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    updated_at: created.record.attributes.inserted_at,
    last_activity_at: expect.stringMatching(/\.\d{6}Z$/),
    archived_at: null,
    workspace_id: owner.workspaceId,
    assigned_account_id: owner.accountId,
  });
  expect(created.record.meta.can).toEqual(["update", "archive"]);
  expect(created.record.relationships?.people).toEqual({ links: {}, meta: {} });
  const [profile] = created.document.included ?? [];
  expect(created.record.relationships?.buyer_profile?.data).toEqual({ type: "buyer_profile", id: profile?.id });
  expect(profile?.attributes).toMatchObject({ budget: null, preferred_areas: [], client_id: created.record.id });

  const found = await owner.get(`/clients/${created.record.id}`);
  expect(found.status).toBe(200);
  expect(found.record.attributes).toEqual(created.record.attributes);
  expect(found.document.included).toBeUndefined();
});
