import { expect, inject, test } from "vitest";
import { findMailedLink, registerAgent } from "#tests/support/agent.ts";
import { Visitor } from "#tests/support/visitor.ts";

// Strangers who use up what they may try and ask for, through all layers of the running server: the person whose account it is
// still comes in, each way. Every visitor has a network address of their own.

const origin = inject("origin");

async function post(visitor: Visitor, path: string, fields: Record<string, string>): Promise<number> {
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const body = new URLSearchParams(fields).toString();
  const answer = await visitor.request(path, { method: "POST", headers, body });
  await answer.body?.cancel();
  return answer.status;
}

/** Posts to every form that takes an address until it is refused; gives how many posts were taken. */
async function attack(stranger: Visitor, email: string): Promise<number[]> {
  const taken: number[] = [];
  for (const path of ["/login/", "/login/link", "/password/forgotten"]) {
    let count = 0;
    while (count < 60 && (await post(stranger, path, { email, password: "wrong password 1" })) !== 429) count += 1;
    taken.push(count);
  }
  return taken;
}

test("twenty and more anonymous posts shut no way in", async () => {
  const { visitor: known, email, password } = await registerAgent(origin);
  await known.send("/sign-out", new URLSearchParams());
  const stranger = new Visitor(origin);
  expect(await attack(stranger, email)).toEqual([20, 4, 4]);
  const refused = await stranger.request("/login/", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ email, password }).toString(),
  });
  const page = await refused.text();
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
  expect(page).toMatch(/Try again in \d+ minutes\. You can still sign in by email:/);
  expect([page.includes(email), page.includes(password)]).toEqual([true, false]);

  for (const visitor of [known, new Visitor(origin)]) {
    await visitor.open("/login/");
    expect((await visitor.submit({ email, password }, { button: "Login" })).url.pathname).toBe("/dashboard");
    await visitor.send("/sign-out", new URLSearchParams());
    await visitor.open("/login/link");
    expect((await visitor.submit({ email })).url.pathname).toBe("/login/code");
    await visitor.open(await findMailedLink(visitor, email, "/sign-in/"));
    expect((await visitor.submit({}, { button: "Login" })).url.pathname).toBe("/dashboard");
    await visitor.send("/sign-out", new URLSearchParams());
    await visitor.close();
  }
  await stranger.close();
});
