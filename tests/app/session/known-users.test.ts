import { describe, expect, test } from "vitest";
import type { Authenticated, CurrentUser } from "#app/session/current-user.ts";
import { KnownUsers, knownLife, recentLife } from "#app/session/known-users.server.ts";

const workspace = {
  id: "w1",
  name: "Evergreen",
  handle: "evergreen",
  initials: "E",
  role: "owner",
  plan: "standard",
  timeZone: null,
  apiWorkspaceId: null,
  isShut: false,
} as const;

const user: CurrentUser = {
  kind: "agent",
  person: { id: "p1", name: "Ada L", firstName: "Ada", lastName: "L", email: "ada@example.com", phoneNumber: null },
  workspaces: [workspace],
  workspace,
  households: [],
  hasDeletedWorkspaces: false,
  counts: { clients: 0, tasksDue: 0, openDeals: 0, threadsUnread: 0, notifications: 0 },
  portal: null,
  authentication: "owner",
  can: () => true,
};

const session = {
  kind: "agent",
  personId: "p1",
  workspaceId: "w1",
  clientId: null,
  token: "t1",
  visitorState: {},
  startedAt: new Date(0),
  endsAt: new Date(0),
} as const;

const answer: Authenticated = { user, session };

function startUsers() {
  let now = 1_000;
  const users = new KnownUsers(() => now);
  return {
    users,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe("an answer to who asks", () => {
  test("is recent until three seconds after the question was sent, and known for ten minutes", async () => {
    const { users, wait } = startUsers();
    const moment = {};
    await users.ask("s1", moment, async () => {
      wait(1_000);
      return answer;
    });
    wait(recentLife - 1_001);
    expect(users.find("s1", session)).toEqual({ user, session, moment, isRecent: true });
    wait(1);
    expect(users.find("s1", session)).toEqual({ user, session, moment, isRecent: false });
    wait(knownLife - recentLife - 1);
    expect(users.find("s1", session)).not.toBeNull();
    wait(1);
    expect(users.find("s1", session)).toBeNull();
    expect([recentLife, knownLife]).toEqual([3_000, 600_000]);
  });

  test("is known and no longer recent once the service has refused a call, also where it comes later", async () => {
    const { users } = startUsers();
    await users.ask("s1", {}, async () => answer);
    const late = Promise.withResolvers<Authenticated>();
    const asked = users.ask("s1", {}, () => late.promise);
    users.age("s1");
    late.resolve({ ...answer, user: { ...user, authentication: "member" } });
    await asked;
    expect(users.find("s1", session)).toMatchObject({ user: { authentication: "owner" }, isRecent: false });
  });

  test("is known no more after three surprises, and still recent when it is", async () => {
    const { users, wait } = startUsers();
    for (const left of [true, true, false]) {
      await users.ask("s1", {}, async () => answer);
      users.surprise("s1");
      expect(users.find("s1", session)).toBeNull();
      await users.ask("s1", {}, async () => answer);
      expect(users.find("s1", session)?.isRecent).toBe(true);
      wait(recentLife);
      expect(users.find("s1", session) !== null).toBe(left);
      users.end("s1");
    }
    wait(knownLife);
    await users.ask("s1", {}, async () => answer);
    wait(recentLife);
    expect(users.find("s1", session)).not.toBeNull();
  });

  test("is for its session, token and workspace alone", async () => {
    const { users } = startUsers();
    await users.ask("s1", {}, async () => answer);
    expect(users.find("s1", session)).not.toBeNull();
    expect(users.find("s2", session)).toBeNull();
    expect(users.find("s1", { ...session, token: "t2" })).toBeNull();
    expect(users.find("s1", { ...session, workspaceId: "w2" })).toBeNull();
    expect(users.find("s1", { ...session, clientId: "c2" })).toBeNull();
  });

  test("does without its session's row for three seconds, where the browser was last", async () => {
    const { users, wait } = startUsers();
    const inPortal = { ...session, kind: "client", clientId: "c1" } as const;
    const agent = { name: "Ada L", email: "ada@example.com", phoneNumber: null };
    const portal = { clientId: "c1", isArchived: false, language: null, agent, foot: null, unreadMessages: null };
    await users.ask("s1", {}, async () => answer);
    await users.ask("s2", {}, async () => ({ user: { ...user, portal }, session: inPortal }));
    const places = ["w1", "w2", "c1", null];
    expect(places.map((place) => users.recent("s1", place) !== null)).toEqual([true, false, false, false]);
    expect(places.map((place) => users.recent("s2", place) !== null)).toEqual([false, false, true, false]);
    expect(users.recent("s3", "w1")).toBeNull();
    wait(recentLife - 1);
    expect(users.recent("s1", "w1")).toEqual(users.find("s1", session));
    wait(1);
    expect(users.recent("s1", "w1")).toBeNull();
    await users.ask("s1", {}, async () => answer);
    users.end("s1");
    expect(users.recent("s1", "w1")).toBeNull();
  });

  test("comes with the session as it is now", async () => {
    const { users } = startUsers();
    await users.ask("s1", {}, async () => answer);
    const now = { ...session, endsAt: new Date(1) };
    expect(users.find("s1", now)?.session).toBe(now);
  });

  test("is gone once it has ended, and others are not", async () => {
    const { users } = startUsers();
    await users.ask("s1", {}, async () => answer);
    await users.ask("s2", {}, async () => answer);
    users.end("s1");
    expect(users.find("s1", session)).toBeNull();
    expect(users.find("s2", session)).not.toBeNull();
  });

  test("is not kept when it was asked for before the end, and the next one is", async () => {
    const { users } = startUsers();
    const first = Promise.withResolvers<Authenticated>();
    const asked = users.ask("s1", {}, () => first.promise);
    users.end("s1");
    await users.ask("s1", {}, async () => answer);
    users.end("s1");
    first.resolve(answer);
    expect(await asked).toBe(answer);
    expect(users.find("s1", session)).toBeNull();
    await users.ask("s1", {}, async () => answer);
    expect(users.find("s1", session)).not.toBeNull();
  });

  test("is not kept when there is none", async () => {
    const { users } = startUsers();
    await expect(users.ask("s1", {}, () => Promise.reject(new Error("down")))).rejects.toThrow("down");
    expect(users.find("s1", session)).toBeNull();
  });

  test("makes room for two thousand sessions, the last ones", async () => {
    const { users } = startUsers();
    for (let number = 0; number <= 2_000; number += 1) await users.ask(`s${number}`, {}, async () => answer);
    expect([0, 1, 2_000].map((number) => users.find(`s${number}`, session) !== null)).toEqual([false, true, true]);
  });
});
