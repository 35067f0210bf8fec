import { expect } from "vitest";
import { newPortalClient } from "#tests/support/portal-service.ts";
import { newPackage } from "#tests/support/uploads.ts";
import type { TestPerson } from "#tests/support/upstream-service.ts";
import { newWorkspaceTest } from "#tests/support/upstream-test.ts";

const test = newWorkspaceTest();

const answersOn = async (owner: TestPerson) =>
  (await owner.get("/portal_questions?sort=inserted_at")).records.map(({ id, attributes }) => ({
    id,
    answer: attributes.answer,
  }));

test("the message that answers a question changes with it, and stays in the thread when the answer is taken back", async ({
  service,
  owner,
}) => {
  const { client, record } = await newPortalClient(service, owner);
  const property = await newPackage(owner);
  const attributes = { clientId: record.id, packageId: property.id };
  await owner.send("POST", "/opportunities", { type: "opportunity", attributes });
  const ask = { type: "portal_answers", attributes: { body: "Is the roof new?" } };
  await client.send("POST", `/portal/properties/${property.id}/questions`, ask);
  const [question] = await answersOn(owner);
  const say = (answer: string | null) =>
    owner.send("PATCH", `/portal_questions/${question?.id}`, {
      type: "portal_question",
      id: question?.id ?? "",
      attributes: { answer },
    });
  const thread = async () =>
    (await owner.get(`/messages?filter[client_id]=${record.id}&sort=number`)).records.map(({ id, attributes }) => ({
      id,
      said: [attributes.body, Object(attributes.question).is_answered ?? null],
    }));
  await say("Yes, of 2021.");
  const [, sent] = await thread();
  const words = { type: "message", id: sent?.id ?? "", attributes: { body: "Yes, of 2022." } };
  await owner.send("PATCH", `/messages/${sent?.id}`, words);
  expect(await answersOn(owner)).toMatchObject([{ answer: "Yes, of 2022." }]);
  expect((await thread()).map(({ said }) => said)).toEqual([
    ["Is the roof new?", true],
    ["Yes, of 2022.", true],
  ]);
  expect((await say(null)).record.attributes).toMatchObject({ answer: null, answered_at: null });
  expect((await say(null)).status).toBe(200);
  await owner.send("PATCH", `/messages/${sent?.id}`, { ...words, attributes: { body: "It is of 2022, I think." } });
  expect(await answersOn(owner)).toMatchObject([{ answer: null }]);
  await say("Of 2023.");
  expect((await thread()).map(({ said }) => said)).toEqual([
    ["Is the roof new?", true],
    ["It is of 2022, I think.", null],
    ["Of 2023.", true],
  ]);
  expect((await client.get(`/portal/properties/${property.id}/answers`)).text).not.toContain("2022");
  const events = (await owner.get("/activities?filter[topic]=portal")).records.map(
    ({ attributes }) => attributes.label,
  );
  expect(events.filter((label) => label === "Answer to the client's question taken back")).toHaveLength(1);
});
