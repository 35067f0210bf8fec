import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { createApiConnection } from "#app/json-api/connection.ts";
import { latchkey } from "#app/json-api/service.ts";
import { upstreamContext } from "#app/session/context.ts";
import type { CurrentUser } from "#app/session/current-user.ts";
import { requireClient } from "#app/session/guards.server.ts";
import { RequestSession, requestSessionContext } from "#app/session/request-session.server.ts";
import { findCurrentUser } from "#app/session/session.server.ts";
import type { KeptSession, SessionStore } from "#app/session/store.ts";

const url = new URL("http://localhost/client-portal/dashboard?tab=1");

const currentUser = (kind: CurrentUser["kind"]): CurrentUser => ({
  kind,
  person: { id: "p", name: "Bea", firstName: "Bea", lastName: "", email: "b@example.com", phoneNumber: null },
  workspaces: [],
  workspace: null,
  households: [],
  hasDeletedWorkspaces: false,
  portal: null,
  authentication: kind,
  counts: { clients: 0, tasksDue: null, openDeals: null, threadsUnread: null, notifications: null },
  can: () => false,
});

const kept: KeptSession = {
  kind: "client",
  personId: "p",
  workspaceId: null,
  clientId: null,
  token: "t",
  visitorState: {},
  startedAt: new Date(),
  endsAt: new Date(Date.now() + 60_000),
};

const nowhere = () => Promise.reject(new Error("not expected"));
const store: SessionStore = {
  sessions: {
    find: async () => kept,
    open: nowhere,
    change: nowhere,
    end: nowhere,
    list: nowhere,
    endListed: nowhere,
    endOthers: nowhere,
  },
  submissions: {
    claim: nowhere,
    find: nowhere,
    latest: nowhere,
    renew: nowhere,
    finish: nowhere,
    release: nowhere,
    abandon: nowhere,
  },
  parkedForms: {
    markOf: () => "",
    isMark: () => false,
    park: nowhere,
    find: nowhere,
    list: nowhere,
    drop: nowhere,
    dropListed: nowhere,
  },
  keptDevices: { keep: nowhere, markOf: () => "", isMark: () => false, meet: nowhere, list: nowhere, forget: nowhere },
  knownDevices: { markOf: () => "", isMark: () => false },
  sweep: nowhere,
};
const settings = {
  publicOrigin: url.origin,
  demo: false,
  registration: "open",
  supportEmail: "",
  secureCookies: false,
  outbox: null,
} as const;

const api = createApiConnection({ baseUrl: "http://localhost/api", fetch: nowhere, log: { info() {}, warn() {} } });
const service = { api, waiting: api, fixedToken: null, service: latchkey };

/** Asks for a page of the portal's as somebody. */
async function enterPortal(who: CurrentUser | null): Promise<{ answer: unknown; context: RouterContextProvider }> {
  const request = new Request(url, { headers: { cookie: `latchkey_portal=${"x".repeat(43)}` } });
  const requestSession = new RequestSession(request, url, store, settings);
  requestSession.currentUser = Promise.resolve(who);
  const context = new RouterContextProvider();
  context.set(requestSessionContext, requestSession);
  context.set(upstreamContext, { identity: service, records: service });
  const next = async () => new Response("the portal");
  const parts = { request, url, context, params: {}, pattern: "/client-portal/dashboard" };
  const answer = await Promise.resolve(requireClient(parts, next)).catch((thrown: unknown) => thrown);
  return { answer, context };
}

test("a client opens the portal, and its pages know the client", async () => {
  const { answer, context } = await enterPortal(currentUser("client"));
  expect(answer).toBeInstanceOf(Response);
  expect(findCurrentUser(context)?.person.name).toBe("Bea");
});

test("an agent cannot open the portal", async () => {
  const { answer, context } = await enterPortal(currentUser("agent"));
  expect(answer).toMatchObject({ init: { status: 403 } });
  expect(findCurrentUser(context)).toBeNull();
});

test("someone not signed in is sent to the sign-in page and back afterwards", async () => {
  const { answer } = await enterPortal(null);
  expect(answer).toBeInstanceOf(Response);
  if (!(answer instanceof Response)) return;
  expect(answer.headers.get("location")).toBe("/client-portal/login?next=%2Fclient-portal%2Fdashboard%3Ftab%3D1");
  expect(answer.headers.get("x-remix-reload-document")).toBe("true");
});
