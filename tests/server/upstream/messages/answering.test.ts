import { describe, expect } from "vitest";
import { z } from "zod";
import { newPortalClient, type TestClient } from "#tests/support/portal-service.ts";
import { newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const say = (person: TestPerson, clientId: string, body: string, more: object = {}) =>
  person.send("POST", "/messages", { type: "message", attributes: { clientId, body, ...more } });

describe("a message of the thread that answers questions asked at a property", () => {
  async function ask(client: TestClient, packageId: string, body: string) {
    await client.send("POST", `/portal/properties/${packageId}/questions`, {
      type: "portal_answers",
      attributes: { body },
    });
  }
  const openOf = async (owner: TestPerson, clientId: string) =>
    z
      .array(z.object({ id: z.string(), body: z.string(), street: z.string(), is_pending: z.boolean() }))
      .parse((await owner.get(`/message_drafts/${clientId}`)).record.attributes.questions);
  const answersOn = async (owner: TestPerson) =>
    (await owner.get("/portal_questions?sort=inserted_at")).records.map(({ attributes }) => attributes.answer);

  test("closes those that are ticked and no other, once, and the client sees the answer at the property", async ({
    service,
    workspace,
    owner,
  }) => {
    const { client, record } = await newPortalClient(service, owner);
    const property = await newPackage(owner);
    const attributes = { clientId: record.id, packageId: property.id };
    await owner.send("POST", "/opportunities", { type: "opportunity", attributes });
    await ask(client, property.id, "Is the attic insulated?");
    await ask(client, property.id, "Is the roof new?");
    const street = property.attributes.street;
    const open = await openOf(owner, record.id);
    expect(open).toMatchObject([
      { body: "Is the roof new?", street, is_pending: true },
      { body: "Is the attic insulated?", street, is_pending: true },
    ]);
    const [roof, attic] = open.map(({ id }) => id);
    await say(owner, record.id, "Good morning.");
    expect(await answersOn(owner)).toEqual([null, null]);
    expect((await openOf(owner, record.id)).map(({ is_pending }) => is_pending)).toEqual([false, false]);
    expect((await openOf(await workspace.join("instructor"), record.id)).length).toBe(0);
    const colleague = await workspace.join("manager");
    const [first, second] = await Promise.all([
      say(owner, record.id, "Yes, of 2021.", { questionIds: [roof] }),
      say(colleague, record.id, "It is from 2021.", { questionIds: [roof] }),
    ]);
    expect([first?.status, second?.status]).toEqual([201, 201]);
    const [atticAnswer, roofAnswer] = await answersOn(owner);
    expect(atticAnswer).toBeNull();
    expect(["Yes, of 2021.", "It is from 2021."]).toContain(roofAnswer);
    const seen = (await client.get(`/portal/properties/${property.id}/answers`)).text;
    expect(seen).toContain(String(roofAnswer));
    const sent = (await say(owner, record.id, "And so is the attic.", { questionIds: [roof, attic] })).record;
    expect(await answersOn(owner)).toEqual(["And so is the attic.", roofAnswer]);
    const words = { type: "message", id: sent.id, attributes: { body: "The attic is, too." } };
    await owner.send("PATCH", `/messages/${sent.id}`, words);
    expect(await answersOn(owner)).toEqual(["The attic is, too.", roofAnswer]);
    await owner.send("DELETE", `/messages/${sent.id}`);
    expect(await answersOn(owner)).toEqual([null, roofAnswer]);
    expect((await openOf(owner, record.id)).map(({ id }) => id)).toEqual([attic]);
  });

  test("answers nobody else's, and a note or a message without words answers nothing", async ({ service, owner }) => {
    const { client, record } = await newPortalClient(service, owner);
    const property = await newPackage(owner);
    const attributes = { clientId: record.id, packageId: property.id };
    await owner.send("POST", "/opportunities", { type: "opportunity", attributes });
    await ask(client, property.id, "Is the attic insulated?");
    const [question] = await openOf(owner, record.id);
    const { id: other } = await owner.newClient();
    const stranger = (await service.newWorkspace()).owner;
    const { id: strangers } = await stranger.newClient();
    for (const [person, clientId] of [
      [owner, other],
      [stranger, strangers],
    ] as const) {
      const refused = await say(person, clientId, "Yes.", { questionIds: [question?.id] });
      expect(refused.problem).toContain("/data/attributes/question_ids");
    }
    await say(owner, record.id, "I ask the seller.", { kind: "note", questionIds: [question?.id] });
    expect(await answersOn(owner)).toEqual([null]);
  });
});
