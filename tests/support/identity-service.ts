/** The service of people and workspaces alone, spoken to as its callers do. */
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { z } from "zod";
import type { Database } from "#server/database/database.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { createMailer, type Mailer } from "#server/mail/mailer.ts";
import { createService } from "#server/upstream/engine/service.ts";
import { createCurrentUserResolver } from "#server/upstream/identity/current-user.ts";
import { createPasswordHasher, type PasswordHasher } from "#server/upstream/identity/password-hasher.ts";
import { identityRoutes } from "#server/upstream/identity/routes.ts";
import { createVault } from "#server/vault.ts";
import { openTestDatabase } from "./databases.ts";
import type { UpstreamSettings } from "./upstream-service.ts";

const log = pino({ level: process.env.LOG_LEVEL ?? "silent" });
export const publicOrigin = "http://latchkey.test";

const attributes = z.record(z.string(), z.unknown());
const record = z.object({
  type: z.string(),
  id: z.string(),
  attributes,
  meta: z.object({ can: z.array(z.string()).optional(), etag: z.string().optional() }),
});
const problem = z.object({
  status: z.string(),
  code: z.string(),
  source: z.object({ pointer: z.string().optional(), parameter: z.string().optional() }).optional(),
});
const answerBody = z.object({
  data: z.union([record, z.array(record)]).optional(),
  errors: z.array(problem).optional(),
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The one record of the answer; fails the test when there is none. */
  readonly record: z.infer<typeof record>;
  readonly records: readonly z.infer<typeof record>[];
  /** Code and pointer of the first error, as in "invalid_attribute /data/attributes/password". */
  readonly problem: string;
}

interface Caller {
  readonly token?: string;
  readonly workspaceId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface IdentityService {
  readonly database: Database;
  readonly mailer: Mailer;
  readonly hasher: PasswordHasher;
  /** Moves the service's clock forward. */
  pass(milliseconds: number): void;
  send(method: string, path: string, attributes?: object | null, caller?: Caller): Promise<Answer>;
  post(path: string, attributes: object, caller?: Caller): Promise<Answer>;
  get(path: string, caller?: Caller): Promise<Answer>;
  /** The newest mail to an address, or undefined. */
  mailTo(address: string): Promise<{ subject: string; text: string } | undefined>;
  /** Registers and verifies somebody new; gives the owner of a workspace of their own, signed in. */
  newOwner(): Promise<Owner>;
  close(): Promise<void>;
}

export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly handle: string;
  readonly token: string;
}

/** A password that nobody would think of for these people. */
export const goodPassword = "velvet otter 93 kiln";

/** Starts the service. */
export async function startIdentityService({
  kind,
  open = openTestDatabase,
}: Pick<UpstreamSettings, "kind" | "open"> = {}): Promise<IdentityService> {
  const database = await open(kind);
  const jobs = createJobs({ pool: database.pool, log });
  const mailer = await createMailer({ database, jobs, from: "Latchkey <mail@latchkey.test>", log });
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const hasher = createPasswordHasher();
  const service = createService({
    database: database.orm,
    jobs,
    log,
    vault: createVault(["a secret that seals what tests leave"]),
    clock,
    resolveCurrentUser: createCurrentUserResolver(database.orm, clock),
    routes: identityRoutes({ mailer, hasher, publicOrigin }),
  });

  async function send(method: string, path: string, given: object | null = null, caller: Caller = {}): Promise<Answer> {
    const headers = new Headers({ accept: "application/vnd.api+json", ...caller.headers });
    if (caller.token !== undefined) headers.set("authorization", `Bearer ${caller.token}`);
    if (caller.workspaceId !== undefined) headers.set("x-workspace-id", caller.workspaceId);
    if (given) headers.set("content-type", "application/vnd.api+json");
    const body = given && JSON.stringify({ data: { attributes: given } });
    return readAnswer(await service.request(`/api${path}`, { method, headers, body }));
  }

  const self: IdentityService = {
    database,
    mailer,
    hasher,
    pass(milliseconds) {
      ahead += milliseconds;
    },
    send,
    post: (path, given, caller) => send("POST", path, given, caller),
    get: (path, caller) => send("GET", path, null, caller),
    mailTo: async (address) => (await mailer.recent(1000)).find((mail) => mail.to === address),
    newOwner: () => register(self),
    async close() {
      await jobs.close();
      await mailer.close();
      await database.close();
    },
  };
  return self;
}

async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const { data, errors } = text === "" ? {} : answerBody.parse(JSON.parse(text));
  const [first] = errors ?? [];
  return {
    status: response.status,
    headers: response.headers,
    get record() {
      if (data === undefined || Array.isArray(data)) throw new Error(`No record in ${response.status} ${text}`);
      return data;
    },
    get records() {
      if (!Array.isArray(data)) throw new Error(`No list in ${response.status} ${text}`);
      return data;
    },
    problem: first ? [first.code, first.source?.pointer].filter(Boolean).join(" ") : "",
  };
}

/** The token in the newest mail to an address; fails when there is no mail with a link. */
export async function mailedToken(service: IdentityService, address: string): Promise<string> {
  const mail = await service.mailTo(address);
  const [, token] = /\/(?:verify|sign-in|password)\/([A-Za-z0-9_-]{43})\s/.exec(mail?.text ?? "") ?? [];
  if (token === undefined) throw new Error(`No link in the mail to ${address}: ${mail?.text}`);
  return token;
}

/** The six digits in the newest mail to an address. */
export async function mailedCode(service: IdentityService, address: string): Promise<string> {
  const mail = await service.mailTo(address);
  const [, code] = /\n(\d{6})\n/.exec(mail?.text ?? "") ?? [];
  if (code === undefined) throw new Error(`No code in the mail to ${address}: ${mail?.text}`);
  return code;
}

/** A registration that nobody else made. */
export function newRegistration(): { email: string; handle: string; attributes: object } {
  const mark = randomUUID().slice(0, 8);
  const email = `agent-${mark}@agency.example`;
  const handle = `agency-${mark}`;
  const workspace = { workspaceName: "Harbour Homes", workspaceHandle: handle };
  return { email, handle, attributes: { name: "Maya Lindqvist", email, phoneNumber: "+1 555 0100", ...workspace } };
}

async function register(service: IdentityService): Promise<Owner> {
  const { email, handle, attributes: given } = newRegistration();
  const registered = await service.post("/registrations", given);
  if (registered.status !== 201) throw new Error(`Not registered: ${registered.status} ${registered.problem}`);
  const token = await mailedToken(service, email);
  const { record: session } = await service.post("/verifications", { token, password: goodPassword });
  return { email, handle, password: goodPassword, token: String(session.attributes.token) };
}
