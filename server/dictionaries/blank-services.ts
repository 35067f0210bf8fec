import type { Upstream } from "#app/session/context.ts";
import type { KeptSession, SessionStore } from "#app/session/store.ts";
import type { AppServices } from "../web/application.ts";
import { blankConnection, type Reader } from "./blank-api.ts";

const endOfTime = new Date("2099-01-01T00:00:00Z");
const unused = (): never => {
  throw new Error("Blank pages are only read.");
};

/** Everything that the app needs for rendering pages that say nothing of anybody. @param reader null for a visitor */
export function blankServices(reader: Reader | null): AppServices {
  const api = blankConnection(reader ?? "account");
  const connection = { api, waiting: api, fixedToken: null, idempotency: true };
  const upstream: Upstream = { identity: connection, records: connection };
  return {
    upstream,
    sessionStore: blankStore(reader),
    settings: {
      publicOrigin: "",
      demo: false,
      registration: "open",
      supportEmail: "",
      secureCookies: false,
      outbox: null,
    },
    pictures: { pathOf: () => "/pictures/", read: async () => null },
    maps: null,
    openId: null,
    uploads: {
      folder: "",
      postFile: unused,
      resumable: { begin: unused, resume: unused, list: async () => [], find: unused, remove: unused },
    },
    signInLimits: () => async () => ({ allowed: true, uncount: async () => {} }),
    showAddress: () => "",
  };
}

function blankStore(reader: Reader | null): SessionStore {
  const session: KeptSession | null = reader && {
    kind: reader === "account" ? "agent" : "client",
    personId: "",
    workspaceId: null,
    token: "",
    visitorState: {},
    startedAt: new Date(0),
    endsAt: endOfTime,
  };
  return {
    sessions: {
      open: unused,
      find: async () => session,
      change: async () => {},
      end: async () => {},
      list: async () => [],
      endListed: unused,
      endOthers: unused,
    },
    submissions: {
      claim: unused,
      find: async () => null,
      latest: async () => null,
      renew: unused,
      finish: unused,
      release: unused,
      abandon: unused,
    },
    parkedForms: { markOf: () => "", isMark: () => false, park: unused, find: async () => null, drop: async () => {} },
    knownDevices: { markOf: () => "", isMark: () => false },
    sweep: async () => 0,
  };
}
