import { describe, expect } from "vitest";
import { goodPassword, type IdentityService, mailedToken, newRegistration } from "#tests/support/identity-service.ts";
import { publicOrigin } from "#tests/support/upstream-assembly.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const day = 86_400_000;

const test = identityTest({});

describe("registering", () => {
  const availability = async (service: IdentityService, handle: string) =>
    (await service.get(`/workspace_handles/${handle}`)).record.attributes;
  const verify = (service: IdentityService, token: string, password = goodPassword) =>
    service.post("/verifications", { token, password });

  async function accountsOf(service: IdentityService, email: string): Promise<number> {
    const { rows } = await service.database.pool.query<{ total: number }>(
      "SELECT count(*)::int AS total FROM upstream.accounts WHERE email = $1",
      [email],
    );
    return rows[0]?.total ?? 0;
  }

  test("account, workspace and owner come to exist with the verification, which signs in", async ({ service }) => {
    const { email, handle, attributes } = newRegistration();
    const answer = await service.post("/registrations", attributes);
    expect(answer.status).toBe(201);
    expect(answer.record).toMatchObject({ type: "registration", attributes: { email } });
    expect(await accountsOf(service, email)).toBe(0);
    const mail = await service.mailTo(email);
    expect(mail?.subject).toBe("Verify your email address for Latchkey");
    expect(mail?.text).toContain(`${publicOrigin}/verify/`);
    // Somebody else may have typed the address: nothing of theirs reaches it.
    expect(mail?.text).not.toMatch(/Maya|Lindqvist|Harbour/);

    const verified = await verify(service, await mailedToken(service, email));
    expect(verified.status).toBe(201);
    const current = await service.get("/sessions/current", { token: String(verified.record.attributes.token) });
    expect(current.record.attributes).toMatchObject({
      person: {
        name: "Maya Lindqvist",
        first_name: "Maya",
        last_name: "Lindqvist",
        email,
        phone_number: "+1 555 0100",
      },
      workspaces: [
        { name: "Harbour Homes", handle, initials: "HH", role: "owner", plan: "free", time_zone: "America/New_York" },
      ],
    });
    expect((await service.post("/sessions", { email, password: goodPassword })).status).toBe(201);
  });

  test("opening the link again, or later than 7 days, is a 404", async ({ service }) => {
    const { email, attributes } = newRegistration();
    await service.post("/registrations", attributes);
    const token = await mailedToken(service, email);
    expect((await verify(service, token)).status).toBe(201);
    expect((await verify(service, token)).problem).toBe("404 not_found");

    const late = newRegistration();
    await service.post("/registrations", late.attributes);
    const lateToken = await mailedToken(service, late.email);
    service.pass(7 * day + 1000);
    expect((await verify(service, lateToken)).problem).toBe("404 not_found");
    expect((await verify(service, "A".repeat(43))).problem).toBe("404 not_found");
    expect((await verify(service, "short")).problem).toBe("404 not_found");
  });

  test("a weak password is refused and the link stays good", async ({ service }) => {
    const { email, attributes } = newRegistration();
    await service.post("/registrations", attributes);
    const token = await mailedToken(service, email);
    for (const weak of ["short", "password1234", "lindqvist maya 1", email]) {
      const answer = await verify(service, token, weak);
      expect(answer.problem).toBe("400 invalid_attribute /data/attributes/password");
    }
    expect((await verify(service, token)).status).toBe(201);
  });

  test("of twenty uses of one link side by side one makes the account", async ({ service }) => {
    const { email, attributes } = newRegistration();
    await service.post("/registrations", attributes);
    const token = await mailedToken(service, email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(service, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(404)]);
    expect(await accountsOf(service, email)).toBe(1);
  });

  test("a known address gets the same answer and another mail", async ({ service }) => {
    const { email } = await service.newOwner();
    const { attributes, handle } = newRegistration();
    const unknown = newRegistration();
    const answers = [
      await service.post("/registrations", { ...attributes, email }),
      await service.post("/registrations", unknown.attributes),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map(({ record }) => Object.keys(record.attributes))).toEqual([["email"], ["email"]]);
    const mail = await service.mailTo(email);
    expect(mail?.subject).toBe("You already have a Latchkey account");
    expect(mail?.text).not.toContain("/verify/");
    // Its handle is held as anybody's: or asking for it would tell.
    expect(await availability(service, handle)).toEqual({ available: false, reason: "taken" });
    expect(await availability(service, unknown.handle)).toEqual({ available: false, reason: "taken" });
  });

  test("the handle is held while the registration waits, for 7 days, and for its own address only", async ({
    service,
  }) => {
    const { email, handle, attributes } = newRegistration();
    expect(await availability(service, handle)).toEqual({ available: true, reason: null });
    await service.post("/registrations", attributes);
    expect(await availability(service, handle)).toEqual({ available: false, reason: "taken" });
    const other = newRegistration();
    const refused = await service.post("/registrations", { ...other.attributes, workspaceHandle: handle });
    expect(refused.problem).toBe("400 invalid_attribute /data/attributes/workspace_handle");
    expect(await service.mailTo(other.email)).toBeUndefined();
    const again = await service.post("/registrations", attributes);
    expect(again.status).toBe(201);
    const token = await mailedToken(service, email);
    service.pass(7 * day + 3_600_000 + 1000);
    expect(await availability(service, handle)).toEqual({ available: true, reason: null });
    expect((await service.post("/registrations", { ...other.attributes, workspaceHandle: handle })).status).toBe(201);
    expect((await verify(service, token)).status).toBe(404);
    expect((await verify(service, await mailedToken(service, other.email))).status).toBe(201);
  });

  test("of twenty people who register one handle at the same moment one gets it", async ({ service }) => {
    const { handle } = newRegistration();
    const people = Array.from({ length: 20 }, newRegistration);
    const answers = await Promise.all(
      people.map(({ attributes }) => service.post("/registrations", { ...attributes, workspaceHandle: handle })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    const mails = await Promise.all(people.map(({ email }) => service.mailTo(email)));
    expect(mails.filter(Boolean)).toHaveLength(1);
  });

  test("of two registrations with one address either can be completed, and the other then ends", async ({
    service,
  }) => {
    const [first, second] = [newRegistration(), newRegistration()];
    await service.post("/registrations", first.attributes);
    const firstToken = await mailedToken(service, first.email);
    await service.post("/registrations", { ...second.attributes, email: first.email });
    const secondToken = await mailedToken(service, first.email);
    expect((await verify(service, firstToken)).status).toBe(201);
    expect((await verify(service, secondToken)).problem).toBe("404 not_found");
    expect(await availability(service, first.handle)).toEqual({ available: false, reason: "taken" });
    expect(await availability(service, second.handle)).toEqual({ available: true, reason: null });
  });

  test("two links of one address used side by side make one account", async ({ service }) => {
    const [first, second] = [newRegistration(), newRegistration()];
    await service.post("/registrations", first.attributes);
    const firstToken = await mailedToken(service, first.email);
    await service.post("/registrations", { ...second.attributes, email: first.email });
    const secondToken = await mailedToken(service, first.email);
    const answers = await Promise.all([verify(service, firstToken), verify(service, secondToken)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    expect(await accountsOf(service, first.email)).toBe(1);
  });

  test("more than twenty an hour for one address change nothing", async ({ service }) => {
    const { email } = newRegistration();
    const tries = Array.from({ length: 21 }, newRegistration);
    const answers = [];
    for (const { attributes } of tries) answers.push(await service.post("/registrations", { ...attributes, email }));
    expect(answers.map(({ status }) => status)).toEqual(tries.map(() => 201));
    const handles = await Promise.all(tries.map(({ handle }) => availability(service, handle)));
    expect(handles.filter(({ available }) => available)).toHaveLength(1);
    expect((await service.mailer.recent(1000)).filter(({ to }) => to === email)).toHaveLength(20);
  });

  test("impossible handles are refused with the reason", async ({ service }) => {
    const { attributes } = newRegistration();
    for (const workspaceHandle of ["clients", "api", "a--b", "-a", "a b", "ä", "x".repeat(64), ""]) {
      const answer = await service.post("/registrations", { ...attributes, workspaceHandle });
      expect(answer.problem).toBe("400 invalid_attribute /data/attributes/workspace_handle");
    }
    expect(await availability(service, "clients")).toEqual({ available: false, reason: "reserved" });
    expect(await availability(service, "a--b")).toEqual({ available: false, reason: "malformed" });
    expect(await availability(service, encodeURIComponent("ü b/c"))).toEqual({ available: false, reason: "malformed" });
  });

  test("missing and overlong values are pointed at", async ({ service }) => {
    const { attributes } = newRegistration();
    const answer = await service.post("/registrations", { ...attributes, name: "  ", phoneNumber: "" });
    expect(answer.status).toBe(400);
    expect(answer.problem).toBe("400 invalid_attribute /data/attributes/name");
    const long = await service.post("/registrations", { ...attributes, workspaceName: "x".repeat(1000) });
    expect(long.problem).toBe("400 invalid_attribute /data/attributes/workspace_name");
  });
});
