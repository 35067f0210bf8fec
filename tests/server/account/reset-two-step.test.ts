import { expect } from "vitest";
import { readReset, resetByCommand } from "#server/account/reset-two-step.ts";
import { awaitsOf, turnOn } from "#tests/support/second-step.ts";
import { identityTest } from "#tests/support/upstream-test.ts";

const test = identityTest({});

test("the command names one address beside its option, in any order", () => {
  expect(readReset(["You@Example.com", "--reset-two-step"])).toBe("you@example.com");
  expect(readReset(["--reset-two-step", "you@example.com"])).toBe("you@example.com");
  expect(readReset(["you@example.com"])).toBeNull();
  for (const words of [
    ["--reset-two-step"],
    ["--reset-two-step", "you"],
    ["--reset-two-step", "a@b.example", "--role"],
  ])
    expect(() => readReset(words)).toThrow("Name one email address");
});

test("an owner who has lost everything signs in with one step again, and the history says who did it", async ({
  service,
}) => {
  const { email, password, token } = await turnOn(service, await service.newOwner());
  const run = (address: string) =>
    service.database.orm.transaction((within) => resetByCommand(within, address, service.now()));
  expect(await run(email)).toContain(`Two-step sign-in of ${email} is off`);
  expect((await service.get("/two_step", { token })).status).toBe(401);
  expect(awaitsOf((await service.post("/sessions", { email, password })).record)).toBeNull();
  const { rows } = await service.database.pool.query<{ by: string }>(
    `SELECT actor_name AS by FROM upstream.activities WHERE kind = 'account.two_step_reset'
     AND subject_id = (SELECT id FROM upstream.accounts WHERE email = $1)`,
    [email],
  );
  expect(rows).toEqual([{ by: "Whoever runs the server" }]);
  await expect(run(email)).rejects.toThrow(`Two-step sign-in of ${email} is off.`);
  await expect(run("nobody@nowhere.example")).rejects.toThrow("nobody@nowhere.example has no account.");
});
