import { describe, expect } from "vitest";
import type { IdentityService, Owner } from "#tests/support/identity-service.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const test = identityTest({});

describe("one's own account", () => {
  const change = (service: IdentityService, { token }: Owner, given: object, headers = {}) =>
    service.send("PATCH", "/accounts/me", given, { token, headers });

  const events = async (service: IdentityService, { email }: Owner) => {
    const { rows } = await service.database.pool.query(
      `SELECT activity.kind, activity.changes FROM upstream.activities activity
      JOIN upstream.accounts account ON account.id = activity.actor_account_id
      WHERE account.email = $1 AND activity.kind = 'account.details_changed'`,
      [email],
    );
    return rows;
  };

  test("is changed by its owner, in the history of every workspace", async ({ service }) => {
    const owner = await service.newOwner();
    const { token } = owner;
    await service.post("/workspaces", { name: "Second", handle: `second-${owner.handle}` }, { token });
    const { record } = await service.get("/accounts/me", { token });
    expect(record).toMatchObject({
      type: "account",
      attributes: { first_name: "Maya", last_name: "Lindqvist", email: owner.email, address: null, has_password: true },
    });
    const answer = await change(service, owner, { firstName: " Maja ", phoneNumber: "", address: "2 Pine Street" });
    expect([answer.status, answer.record.attributes]).toEqual([
      200,
      expect.objectContaining({ first_name: "Maja", phone_number: null, address: "2 Pine Street" }),
    ]);
    const changes = [
      { field: "first_name", before: "Maya", after: "Maja" },
      { field: "phone_number", before: "+1 555 0100", after: null },
      { field: "address", before: null, after: "2 Pine Street" },
    ];
    expect((await events(service, owner)).map((event) => event.changes)).toEqual([changes, changes]);
    expect((await change(service, owner, { firstName: "Maja" })).record.meta.etag).toBe(answer.record.meta.etag);
    expect(await events(service, owner)).toHaveLength(2);
  });

  test("of two changes of one version the second is refused", async ({ service }) => {
    const owner = await service.newOwner();
    const { headers } = await service.get("/accounts/me", { token: owner.token });
    const condition = { "if-match": headers.get("etag") ?? "" };
    const answers = await Promise.all(
      ["Mia", "Mina"].map((firstName) => change(service, owner, { firstName }, condition)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test("is refused what cannot be", async ({ service }) => {
    const owner = await service.newOwner();
    const problems = [];
    for (const given of [
      { firstName: " " },
      { lastName: "x".repeat(201) },
      { address: "a\u0007b" },
      { phoneNumber: 7 },
    ])
      problems.push((await change(service, owner, given)).problem);
    expect(problems).toEqual([
      "400 invalid_attribute /data/attributes/first_name",
      "400 invalid_attribute /data/attributes/last_name",
      "400 invalid_attribute /data/attributes/address",
      "400 invalid_attribute /data/attributes/phone_number",
    ]);
    expect((await service.get("/accounts/me")).status).toBe(401);
    expect((await service.send("PATCH", "/accounts/me", { email: "x@y.example" }, { token: owner.token })).status).toBe(
      422,
    );
  });
});
