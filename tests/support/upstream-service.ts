/** The whole embedded service spoken to as its callers do. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { z } from "zod";
import type { Database } from "#server/database/database.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";
import { createMailer } from "#server/mail/mailer.ts";
import type { Plan, Role } from "#server/upstream/engine/current-user.ts";
import { insertAccount } from "#server/upstream/identity/accounts.ts";
import { insertMembership } from "#server/upstream/identity/memberships.ts";
import { openSession } from "#server/upstream/identity/sessions.ts";
import { insertWorkspace } from "#server/upstream/identity/workspaces.ts";
import type { LanguageModel } from "#server/upstream/language-model/language-model.ts";
import type { ObjectStore } from "#server/upstream/storage/object-store.ts";
import { createUpstream, type Upstream } from "#server/upstream/upstream.ts";
import { type DatabaseKind, openTestDatabase } from "./databases.ts";
import { createTestStore } from "./test-store.ts";

export const mediaType = "application/vnd.api+json";

const identifier = z.object({ type: z.string(), id: z.string() });
const record = identifier.extend({
  attributes: z.record(z.string(), z.unknown()),
  relationships: z
    .record(z.string(), z.looseObject({ data: z.union([identifier, z.array(identifier), z.null()]).optional() }))
    .optional(),
  links: z.record(z.string(), z.string()).optional(),
  meta: z.object({ can: z.array(z.string()).optional(), etag: z.string().optional() }),
});
const problem = z.object({
  id: z.string(),
  status: z.string(),
  code: z.string(),
  title: z.string(),
  detail: z.string(),
  source: z.record(z.string(), z.string()).optional(),
});
const document = z.object({
  data: z.union([record, z.array(record)]).optional(),
  included: z.array(record).optional(),
  links: z.record(z.string(), z.string().nullable()).optional(),
  meta: z.object({ page: z.record(z.string(), z.unknown()).optional() }).optional(),
  errors: z.array(problem).optional(),
});

export type TestRecord = z.infer<typeof record>;

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it came. */
  readonly text: string;
  readonly document: z.infer<typeof document>;
  /** The one record of the answer; fails the test when there is none. */
  readonly record: TestRecord;
  readonly records: readonly TestRecord[];
  /** Status, code and place of the first error, as in "400 required /data/attributes/name"; "" without errors. */
  readonly problem: string;
}

/** What is sent besides method and path: attributes of a document of the type, or a body as it is. */
export interface Sent {
  readonly type?: string;
  readonly id?: string;
  readonly attributes?: object;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Somebody signed in. */
export interface TestPerson {
  readonly accountId: string;
  readonly token: string;
  readonly workspaceId: string;
  send(method: string, path: string, sent?: Sent): Promise<TestAnswer>;
  get(path: string): Promise<TestAnswer>;
  /** Creates a client and gives it back. */
  newClient(attributes?: object): Promise<TestRecord>;
}

export interface TestWorkspace {
  readonly id: string;
  readonly owner: TestPerson;
  join(role: Role): Promise<TestPerson>;
}

export interface UpstreamService {
  readonly database: Database;
  readonly upstream: Upstream;
  readonly objects: ObjectStore;
  readonly jobs: Jobs;
  newWorkspace(plan?: Plan): Promise<TestWorkspace>;
  /** Sends a request as nobody, or with headers of one's own. */
  send(method: string, path: string, sent?: Sent): Promise<TestAnswer>;
  close(): Promise<void>;
}

export interface UpstreamSettings {
  readonly kind?: DatabaseKind;
  /** Whether the demo's workspaces are made. */
  readonly demo?: boolean;
  readonly clock?: () => Date;
  /** In place of a database that may have rows of other tests. */
  readonly open?: typeof openTestDatabase;
  /** In place of the embedded one. */
  readonly store?: ObjectStore;
  readonly model?: LanguageModel;
}

/** Starts the service. */
export async function startUpstreamService(settings: UpstreamSettings = {}): Promise<UpstreamService> {
  const { kind, demo = false, open = openTestDatabase, clock, store, model } = settings;
  const log = pino({ level: "silent" });
  const database = await open(kind);
  const jobs = createJobs({ pool: database.pool, log });
  const mailer = await createMailer({ database, jobs, from: "Latchkey <mail@latchkey.test>", log });
  const own = createTestStore(clock);
  const objects = store ?? own.store;
  const upstream = await createUpstream({
    database,
    log,
    mailer,
    jobs,
    secrets: ["a secret that seals what tests leave"],
    objects,
    model: model ?? null,
    publicOrigin: "http://latchkey.test",
    demo,
    ...(clock && { clock }),
  });

  async function send(method: string, path: string, sent: Sent = {}): Promise<TestAnswer> {
    const { type, id, attributes, headers } = sent;
    const body = sent.body ?? (attributes ? JSON.stringify({ data: { type, id, attributes } }) : null);
    const own = { accept: mediaType, ...(body !== null && { "content-type": mediaType }), ...headers };
    const request = new Request(`http://upstream.test/api${path}`, { method, headers: own, body });
    return readAnswer(await upstream.fetch(request));
  }

  async function signIn(accountId: string, workspaceId: string): Promise<TestPerson> {
    const { token } = await openSession(database.orm, { kind: "account", accountId }, new Date());
    const headers = { authorization: `Bearer ${token}`, "x-workspace-id": workspaceId };
    const person: TestPerson = {
      accountId,
      token,
      workspaceId,
      send: (method, path, sent) => send(method, path, { ...sent, headers: { ...headers, ...sent?.headers } }),
      get: (path) => person.send("GET", path),
      async newClient(attributes = {}) {
        const given = { name: "Maya Lindqvist", email: `${randomUUID().slice(0, 8)}@client.example`, ...attributes };
        const created = await person.send("POST", "/clients?include=buyer_profile,people", {
          type: "client",
          attributes: given,
        });
        return created.record;
      },
    };
    return person;
  }

  async function newAccount(): Promise<string> {
    const email = `${randomUUID()}@agency.example`;
    const id = await insertAccount(database.orm, { email, firstName: "Ada", lastName: "Marsh" }, new Date());
    if (id === null) throw new Error("no account");
    return id;
  }

  return {
    database,
    upstream,
    objects,
    jobs,
    send,
    async newWorkspace(plan = "standard") {
      const ownerId = await newAccount();
      const handle = `agency-${randomUUID().slice(0, 13)}`;
      const wanted = { name: "Harbour Homes", handle, ownerId, plan };
      const id = await database.orm.transaction((transaction) => insertWorkspace(transaction, wanted, new Date()));
      if (id === null) throw new Error("no workspace");
      return {
        id,
        owner: await signIn(ownerId, id),
        async join(role) {
          const accountId = await newAccount();
          await insertMembership(database.orm, { workspaceId: id, accountId, role }, new Date());
          return signIn(accountId, id);
        },
      };
    },
    async close() {
      upstream.close();
      await jobs.close();
      await mailer.close();
      await database.close();
      own.remove();
    },
  };
}

async function readAnswer(response: Response): Promise<TestAnswer> {
  const text = await response.text();
  const isDocument = text !== "" && response.headers.get("content-type") === mediaType;
  const parsed = isDocument ? document.parse(JSON.parse(text)) : {};
  const [first] = parsed.errors ?? [];
  return {
    status: response.status,
    headers: response.headers,
    text,
    document: parsed,
    get record() {
      if (parsed.data === undefined || Array.isArray(parsed.data))
        throw new Error(`No record in ${response.status} ${text}`);
      return parsed.data;
    },
    get records() {
      if (!Array.isArray(parsed.data)) throw new Error(`No list in ${response.status} ${text}`);
      return parsed.data;
    },
    problem: first
      ? [first.status, first.code, ...Object.values(first.source ?? {})].filter((part) => part !== "").join(" ")
      : "",
  };
}
