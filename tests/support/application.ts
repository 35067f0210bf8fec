/**
 * The app with its real store, database and embedded upstream in the test's process, served over HTTP without the
 * server's own layers. Calls to the upstream are listed, and a test can have them fail.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getResponse, type RequestHandler } from "msw";
import { RouterContextProvider } from "react-router";
import { z } from "zod";
import { createApiConnection } from "#app/json-api/connection.ts";
import { defaultLimits } from "#app/json-api/limits.ts";
import { latchkey, type Service } from "#app/json-api/service.ts";
import { type PictureRequest, picturesContext } from "#app/pictures/pictures.ts";
import { type Maps, mapsContext } from "#app/portal/maps.ts";
import routes from "#app/routes.ts";
import {
  logContext,
  networkContext,
  requestIdContext,
  type Settings,
  type SignInLimit,
  sessionStoreContext,
  settingsContext,
  signInLimitContext,
  type UpstreamConnection,
  upstreamContext,
} from "#app/session/context.ts";
import { knownUsersContext } from "#app/session/known-users.server.ts";
import { type SessionStore, SessionStoreUnavailable } from "#app/session/store.ts";
import { type OpenIdProvider, openIdContext } from "#app/sign-in/openid/openid.ts";
import { openResumableUploads } from "#app/uploads/resumable.server.ts";
import { type PostFile, uploadsContext } from "#app/uploads/uploads.ts";
import type { Database } from "#server/database/database.ts";
import { createLog, type Log } from "#server/log.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { drawIcon } from "#server/pictures/scaling.ts";
import { createSessionStore } from "#server/session-store/session-store.ts";
import { createFilePost } from "#server/uploads/file-post.ts";
import type { LanguageModel } from "#server/upstream/language-model/language-model.ts";
import type { ObjectStore } from "#server/upstream/storage/object-store.ts";
import { listenAs } from "#server/web/listener.ts";
import { handleByArea } from "#server/web/route-areas.ts";
import { mediaType } from "./answers.ts";
import { buildApplication } from "./application-build.ts";
import { openTestDatabase } from "./databases.ts";
import type { Exchange } from "./description.ts";
import { closeServer, listenLocally } from "./listening.ts";
import { createRecentLooks } from "./recent-looks.ts";
import { assembleUpstream } from "./upstream-assembly.ts";
import { answerDirectly, Visitor } from "./visitor.ts";

export interface Application {
  readonly origin: string;
  readonly database: Database;
  readonly store: SessionStore;
  readonly mailer: Mailer;
  /** By which browsers say who is signed in. */
  readonly sessionCookie: string;
  /** Where the service keeps files. */
  readonly objects: ObjectStore;
  /** What seals the service's links. */
  readonly secrets: readonly string[];
  readonly log: Log;
  /** Calls to the upstream so far, as in "GET /api/sessions/current". */
  readonly calls: string[];
  /** Everything logged so far. */
  readonly logged: () => string;
  /** Has every call to the upstream go through this first. */
  meetCalls(meet: MeetCall): void;
  /** Tells of every call that the upstream itself answers from now on. */
  onExchange(tell: (exchange: Exchange) => void): void;
  /** Puts handlers of `msw` before the upstream, the newest first; where none answers, the upstream does. */
  use(...handlers: RequestHandler[]): void;
  /** Lets the upstream answer everything again. */
  resetHandlers(): void;
  /** Whether sessions and forms are out of reach, as while their database is gone. */
  setSessionStoreDown(isDown: boolean): void;
  /** Takes files in the store's place; null lets the store take them again. */
  interruptPosts(fault: PostFile | null): void;
  /** Where uploads lie while they are under way. */
  readonly spool: string;
  /** Has the app run under other circumstances than the usual ones; given nothing, under these again. */
  pretend(circumstances?: Partial<Circumstances>): void;
  /** Lets the few seconds pass for which the app does not ask again who somebody is. */
  passSeconds(): void;
  /** Nobody is known to the app any more, as after its start. */
  forgetPeople(): void;
  /** Decides about tries at signing in; null allows all. */
  limitTries(limit: SignInLimit | null): void;
  /** Hands a request to the upstream, past any interruption. */
  forward(request: Request): Promise<Response>;
  /** Talks to the upstream itself. */
  callUpstream(method: string, path: string, options?: UpstreamCall): Promise<Response>;
  /** Somebody who registered and verified: the owner of a workspace of their own. */
  newOwner(): Promise<Owner>;
  /** @param options.socket whether it asks over a connection: where that is what is tried */
  visitor(options?: { readonly socket?: boolean }): Visitor;
  /** A visitor who has signed in by the form. */
  signedIn(owner: Owner): Promise<Visitor>;
  close(): Promise<void>;
}

/** @param forward what answers otherwise */
export type MeetCall = (request: Request, forward: () => Promise<Response>) => Promise<Response>;

interface UpstreamCall {
  readonly attributes?: object;
  readonly token?: string;
}

export interface Owner {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly handle: string;
}

/** What the server tells the app about itself. */
interface Circumstances {
  readonly demo: boolean;
  /** Whether a mail server is set, so that there is no outbox. */
  readonly sendsMail: boolean;
  /**
   * How the upstream is dealt with. trusting: parts of a page are waited for longer than in the product, so that none is late by
   * chance. hurried: they are not. cautious: as if it honored no keys. impatient: a try gets 250 ms.
   */
  readonly service: "trusting" | "hurried" | "cautious" | "impatient";
  /** What the upstream is taken to be like; null: as it is. */
  readonly description: Service | null;
  readonly registration: Settings["registration"];
  /** Another service that keeps the records, while the upstream knows the people; null: the upstream keeps them. */
  readonly records: UpstreamConnection | null;
  /** The map service; null where none is set. */
  readonly maps: Maps | null;
  /** Who signs people in besides; null: nobody does. */
  readonly openId: OpenIdProvider | null;
  /** Where requests come from, as people are told. */
  readonly network: string;
  /** Whether time passes for what the app keeps for a few seconds. */
  readonly timePasses: boolean;
}

const tokenIn = /\/(?:verify|sign-in|password|workspace\/confirmations)\/([\w-]{43})/;

const usual: Circumstances = {
  demo: false,
  sendsMail: false,
  service: "trusting",
  description: null,
  registration: "open",
  records: null,
  maps: null,
  openId: null,
  network: "",
  timePasses: true,
};

interface ApplicationSettings {
  /** In place of none: writes summaries and findings. */
  readonly model?: LanguageModel | null;
  /** In place of a database that may have rows of other tests. */
  readonly open?: () => Promise<Database>;
  /** Put around the app, as the server puts its layers. */
  readonly around?: (answer: Answer, log: Log) => Answer;
  /** Sent to the service with every call, in the header `x-house-key`. */
  readonly apiKey?: string;
  /** Whether browsers reach it by https. */
  readonly secure?: boolean;
}

type Answer = (request: Request) => Promise<Response>;

/** Starts the app with its embedded service. */
export async function startApplication(settings: ApplicationSettings = {}): Promise<Application> {
  const {
    model = null,
    open = openTestDatabase,
    around = (answer: Answer) => answer,
    apiKey = null,
    secure = false,
  } = settings;
  let listener: RequestListener | null = null;
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => void listener?.(request, response));
  const origin = `http://localhost:${await listenLocally(server)}`;

  const lines: string[] = [];
  const log = createLog("debug", { write: (line) => void lines.push(line) });
  const secrets = [randomBytes(32).toString("hex")];
  const service = await assembleUpstream(await open(), { log, secrets, model, publicOrigin: origin });
  const { database, mailer, objects, upstream } = service;
  const calls: string[] = [];
  let handlers: RequestHandler[] = [];
  let limit: SignInLimit | null = null;
  let postFault: PostFile | null = null;
  const spool = mkdtempSync(join(tmpdir(), "latchkey-spool-"));
  const resumable = openResumableUploads(spool);
  const fetch = async (request: Request): Promise<Response> => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    const forward = async () => (handlers.length > 0 && (await getResponse(handlers, request))) || exchange(request);
    return meetCall === null ? forward() : meetCall(request, forward);
  };
  let meetCall: MeetCall | null = null;
  let tell: ((exchange: Exchange) => void) | null = null;
  const exchange = async (request: Request): Promise<Response> => {
    if (tell === null) return upstream.fetch(request);
    const { method, url } = request;
    const sent = await request.clone().text();
    const response = await upstream.fetch(request);
    const isDocument = response.headers.get("content-type") === mediaType;
    tell({ method, url, sent, status: response.status, answered: isDocument ? await response.clone().text() : null });
    return response;
  };
  const postFile = createFilePost({ embedded: { origin, fetch: (request) => upstream.fetch(request) } });
  const baseUrl = `${origin}/api`;
  const connect = (service: Service, { attemptTimeout, patience } = defaultLimits) => {
    const limits = { firstRetryDelay: 1, failuresToBreak: 1e6, attemptTimeout, patience };
    const key = { apiKey, apiKeyHeader: "x-house-key" };
    const api = createApiConnection({ baseUrl, fetch, service, log, limits, ...(apiKey !== null && key) });
    return { api, waiting: api, fixedToken: null, service };
  };
  const connections = {
    trusting: connect(latchkey, { ...defaultLimits, patience: 10_000 }),
    hurried: connect(latchkey),
    cautious: connect({ ...latchkey, keys: false }),
    impatient: connect(latchkey, { ...defaultLimits, attemptTimeout: 250 }),
  };
  const described = new Map<Service, UpstreamConnection>();
  const connectionOf = ({ service, description }: Circumstances) => {
    if (description === null) return connections[service];
    const connection = described.get(description) ?? connect(description, { ...defaultLimits, patience: 10_000 });
    described.set(description, connection);
    return connection;
  };
  const store = createSessionStore({ database, secrets });
  let isDown = false;
  const outOfReach = <Room extends object>(room: Room) =>
    new Proxy(room, {
      get: (target, name) =>
        isDown ? () => Promise.reject(new SessionStoreUnavailable("gone for a test")) : Reflect.get(target, name),
    });
  const handle = handleByArea(await buildApplication(routes), "production");
  let circumstances = usual;
  const looks = createRecentLooks(secure);
  const answerAsApp = (request: Request): Promise<Response> => {
    looks.noteRequest(request);
    const context = new RouterContextProvider();
    context.set(knownUsersContext, looks.users);
    const { demo, sendsMail, registration, records, maps, openId, network } = circumstances;
    const identity = connectionOf(circumstances);
    context.set(upstreamContext, { identity, records: records ?? identity });
    context.set(sessionStoreContext, {
      ...store,
      sessions: outOfReach(store.sessions),
      submissions: outOfReach(store.submissions),
    });
    context.set(settingsContext, {
      publicOrigin: origin,
      demo,
      registration,
      supportEmail: "support@latchkey.test",
      secureCookies: secure,
      outbox: demo && !sendsMail ? mailer.recent : null,
    });
    context.set(mapsContext, maps);
    context.set(openIdContext, openId);
    context.set(networkContext, network);
    // What a test calls a request, its calls to the service are called, too.
    context.set(requestIdContext, request.headers.get("x-request-id") ?? randomUUID());
    context.set(logContext, log);
    if (limit !== null) context.set(signInLimitContext, limit);
    context.set(uploadsContext, { folder: spool, postFile: (post) => (postFault ?? postFile)(post), resumable });
    // Pictures are drawn elsewhere; what is asked for one is told in its place.
    const read = async ({ token }: PictureRequest) =>
      records && ({ bytes: new TextEncoder().encode(token ?? ""), type: "image/webp" } as const);
    context.set(picturesContext, { pathOf: (source) => source, read, drawIcon });
    return handle(request, context);
  };
  const answer = around(answerAsApp, log);
  listener = listenAs({ answer, publicOrigin: origin });
  answerDirectly(origin, answer);

  const callUpstream: Application["callUpstream"] = (method, path, { attributes, token } = {}) => {
    looks.noteChange();
    const headers = new Headers({ accept: mediaType, "content-type": mediaType });
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    const body = attributes === undefined ? null : JSON.stringify({ data: { attributes } });
    return upstream.fetch(new Request(baseUrl + path, { method, headers, body }));
  };

  const self: Application = {
    origin,
    sessionCookie: secure ? "__Host-latchkey" : "latchkey",
    // Tests take it to change something.
    get database() {
      looks.noteChange();
      return database;
    },
    store,
    mailer,
    objects,
    secrets,
    log,
    calls,
    logged: () => lines.join(""),
    meetCalls: (given) => {
      meetCall = given;
      looks.noteChange();
    },
    onExchange: (given) => {
      tell = given;
    },
    use: (...given) => {
      handlers = [...given, ...handlers];
      looks.noteChange();
    },
    resetHandlers: () => {
      handlers = [];
      looks.noteChange();
    },
    setSessionStoreDown: (given) => {
      isDown = given;
    },
    interruptPosts: (given) => {
      postFault = given;
    },
    spool,
    pretend: (given = {}) => {
      circumstances = { ...usual, ...given };
      looks.run(circumstances.timePasses);
      looks.noteChange();
    },
    passSeconds: () => looks.noteChange(),
    forgetPeople: () => looks.forget(),
    limitTries: (given) => {
      limit = given;
    },
    forward: (request) => {
      looks.noteChange();
      return upstream.fetch(request);
    },
    callUpstream,
    newOwner: () => registerOwner(self),
    visitor: (options) => new Visitor(origin, options),
    async signedIn(owner) {
      const visitor = self.visitor();
      await visitor.signIn(owner);
      return visitor;
    },
    async close() {
      answerDirectly(origin, null);
      await closeServer(server);
      for (const { api } of [...Object.values(connections), ...described.values()]) await api.close();
      await service.close();
      rmSync(spool, { recursive: true });
    },
  };
  return self;
}

/** The newest mail to an address. @throws when there is none */
export async function mailTo({ mailer }: Application, address: string): Promise<{ subject: string; text: string }> {
  const mail = (await mailer.recent(1000)).find(({ to }) => to === address);
  if (mail === undefined) throw new Error(`No mail to ${address}`);
  return mail;
}

/** Path of the page that the newest mail to an address leads to. @throws when it has no link */
export async function mailedPath(application: Application, address: string): Promise<string> {
  const { text } = await mailTo(application, address);
  const [path] = tokenIn.exec(text) ?? [];
  if (path === undefined) throw new Error(`No link in ${text}`);
  return path;
}

async function registerOwner(application: Application): Promise<Owner> {
  const handle = `house-${randomUUID().slice(0, 8)}`;
  const owner = { name: "Ada Lindqvist", email: `${handle}@example.com`, password: "velvet otter 93 kiln", handle };
  const registration = {
    name: owner.name,
    email: owner.email,
    phoneNumber: "+1 555 0100",
    workspaceName: `House of ${handle}`,
    workspaceHandle: handle,
  };
  await expectStatus(201, application.callUpstream("POST", "/registrations", { attributes: registration }));
  const token = (await mailedPath(application, owner.email)).split("/").at(-1);
  const attributes = { token, password: owner.password };
  await expectStatus(201, application.callUpstream("POST", "/verifications", { attributes }));
  return owner;
}

async function expectStatus(status: number, answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (response.status !== status) throw new Error(`${response.status} ${await response.text()}`);
}

const opened = z.object({ data: z.object({ attributes: z.object({ token: z.string() }) }) });

/** A token of the upstream's for an owner, as another device of theirs would have it. */
export async function openToken(application: Application, { email, password }: Owner): Promise<string> {
  const response = await application.callUpstream("POST", "/sessions", { attributes: { email, password } });
  return opened.parse(await response.json()).data.attributes.token;
}
