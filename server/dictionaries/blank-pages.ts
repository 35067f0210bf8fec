import type { ServerBuild } from "react-router";
import { latchkey } from "#app/json-api/service.ts";
import { areas } from "#app/session/area.ts";
import type { Upstream } from "#app/session/context.ts";
import type { KeptSession, SessionStore } from "#app/session/store.ts";
import type { Log } from "../log.ts";
import { type AppBuild, type AppServices, answerWithApp } from "../web/application.ts";
import { createWeb } from "../web.ts";
import { blankConnection, type Reader } from "./blank-api.ts";

const origin = "http://localhost";
const anything = "00000000-0000-4000-8000-000000000000";
const sessionCookies = [areas.staff, areas.portal].map(({ cookies }) => `${cookies.session}=${"A".repeat(43)}`);

/** Renders every page with blank records, for staff, clients and visitors. @returns HTML of the pages that render */
export async function renderBlankPages(build: AppBuild, log: Log): Promise<string[]> {
  const pages: string[] = [];
  for (const reader of [null, "account", "client"] as const) {
    const web = webFor(reader, build, log);
    for (const path of pathsOf(build.routes)) {
      for (const headers of visitsOf(reader)) {
        const answer = await web.request(origin + path, { headers }, {});
        const isPage = answer.status === 200 && answer.headers.get("Content-Type")?.startsWith("text/html") === true;
        if (isPage) pages.push(await answer.text());
        else await answer.body?.cancel();
      }
    }
  }
  return pages;
}

function webFor(reader: Reader | null, build: AppBuild, log: Log) {
  return createWeb({
    log,
    publicOrigin: origin,
    secure: false,
    development: false,
    addressLimits: false,
    clientDir: "",
    obstacles: async () => [],
    restartHelps: async () => false,
    takesFiles: () => false,
    app: answerWithApp(build, blankServices(reader)),
  });
}

/** Pages for clients have two languages. */
function visitsOf(reader: Reader | null): Record<string, string>[] {
  const visit = { cookie: reader === null ? "" : sessionCookies.join("; "), "available-dictionary": ":any:" };
  return reader === "account" ? [visit] : [visit, { ...visit, "accept-language": "es" }];
}

function pathsOf(routes: ServerBuild["routes"]): string[] {
  const whole = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route === undefined ? "" : `${whole(route.parentId)}/${route.path ?? ""}`;
  };
  const pages = Object.entries(routes).filter(([, route]) => route?.module.default !== undefined);
  const paths = pages.map(([id]) => whole(id).replaceAll(/\/{2,}/g, "/"));
  return [...new Set(paths)].filter((path) => !path.includes("*")).map((path) => path.replaceAll(/:\w+\??/g, anything));
}

const endOfTime = new Date("2099-01-01T00:00:00Z");
const unused = (): never => {
  throw new Error("Blank pages are only read.");
};

/** @param reader null for a visitor */
function blankServices(reader: Reader | null): AppServices {
  const api = blankConnection(reader ?? "account");
  const connection = { api, waiting: api, fixedToken: null, service: latchkey };
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
    pictures: { pathOf: () => "/pictures/", read: async () => null, drawIcon: async () => null },
    maps: null,
    openId: null,
    uploads: {
      folder: "",
      postFile: unused,
      resumable: {
        begin: unused,
        resume: unused,
        list: async () => [],
        find: unused,
        remove: unused,
        owns: () => false,
        keepShare: unused,
        findShare: unused,
        listShares: async () => [],
      },
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
    clientId: null,
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
    parkedForms: {
      markOf: () => "",
      isMark: () => false,
      park: unused,
      find: async () => null,
      list: async () => [],
      drop: async () => {},
      dropListed: unused,
    },
    keptDevices: {
      keep: unused,
      markOf: () => "",
      isMark: () => false,
      meet: unused,
      list: async () => [],
      forget: unused,
    },
    knownDevices: { markOf: () => "", isMark: () => false },
    sweep: async () => 0,
  };
}
