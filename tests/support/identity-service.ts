/** The service of people and workspaces alone, spoken to as its callers do. */
import { randomUUID } from "node:crypto";
import { currentSessionRoute } from "#server/upstream/current-session/current-session.ts";
import { createService } from "#server/upstream/engine/service.ts";
import { createCurrentUserResolver } from "#server/upstream/identity/current-user.ts";
import { holdMembership } from "#server/upstream/identity/memberships.ts";
import type { IdentityParts } from "#server/upstream/identity/parts.ts";
import { createPasswordHasher, type PasswordHasher } from "#server/upstream/identity/password-hasher.ts";
import { identityRoutes } from "#server/upstream/identity/routes.ts";
import { openIdRoutes } from "#server/upstream/openid/openid-routes.ts";
import { secondStepRoutes } from "#server/upstream/second-step/routes.ts";
import { createVault } from "#server/vault.ts";
import { mediaType, readAnswer, type TestAnswer } from "./answers.ts";
import { openTestDatabase } from "./databases.ts";
import { type Foundation, layFoundation, publicOrigin, secrets } from "./upstream-assembly.ts";
import type { UpstreamSettings } from "./upstream-service.ts";

interface Caller {
  readonly token?: string;
  readonly workspaceId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface IdentityService extends Foundation {
  readonly hasher: PasswordHasher;
  /** What the service's clock says. */
  now(): Date;
  /** Moves it forward. */
  pass(milliseconds: number): void;
  send(method: string, path: string, attributes?: object | null, caller?: Caller): Promise<TestAnswer>;
  post(path: string, attributes: object, caller?: Caller): Promise<TestAnswer>;
  get(path: string, caller?: Caller): Promise<TestAnswer>;
  /** The newest mail to an address, or undefined. */
  mailTo(address: string): Promise<{ subject: string; text: string } | undefined>;
  /** Registers and verifies somebody new; gives the owner of a workspace of their own, signed in. */
  newOwner(): Promise<Owner>;
}

export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly handle: string;
  readonly token: string;
}

/** A password that nobody would think of for these people. */
export const goodPassword = "velvet otter 93 kiln";

export type IdentitySettings = Pick<UpstreamSettings, "kind" | "open"> &
  Partial<Pick<IdentityParts, "registration" | "apiWorkspaceId">>;

/** Starts the service. */
export async function startIdentityService({
  kind,
  open = openTestDatabase,
  registration = "open",
  apiWorkspaceId = null,
}: IdentitySettings = {}): Promise<IdentityService> {
  const foundation = await layFoundation(await open(kind));
  const { database, jobs, log, mailer } = foundation;
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const hasher = createPasswordHasher();
  const vault = createVault(secrets);
  const parts = { mailer, hasher, vault, publicOrigin, registration, apiWorkspaceId, limitTries: null };
  const service = createService({
    database: database.orm,
    jobs,
    log,
    vault,
    clock,
    resolveCurrentUser: createCurrentUserResolver(database.orm, clock),
    onWrite: async (transaction, member) => (await holdMembership(transaction, member)) !== null,
    routes: [
      ...identityRoutes(parts, async () => {}),
      currentSessionRoute(registration),
      ...secondStepRoutes(parts),
      ...openIdRoutes(parts),
    ],
  });

  async function send(
    method: string,
    path: string,
    given: object | null = null,
    caller: Caller = {},
  ): Promise<TestAnswer> {
    const headers = new Headers({ accept: mediaType, ...caller.headers });
    if (caller.token !== undefined) headers.set("authorization", `Bearer ${caller.token}`);
    if (caller.workspaceId !== undefined) headers.set("x-workspace-id", caller.workspaceId);
    if (given) headers.set("content-type", mediaType);
    const body = given && JSON.stringify({ data: { attributes: given } });
    return readAnswer(await service.request(`/api${path}`, { method, headers, body }));
  }

  const self: IdentityService = {
    ...foundation,
    hasher,
    now: clock,
    pass(milliseconds) {
      ahead += milliseconds;
    },
    send,
    post: (path, given, caller) => send("POST", path, given, caller),
    get: (path, caller) => send("GET", path, null, caller),
    mailTo: async (address) => (await mailer.recent(1000)).find((mail) => mail.to === address),
    newOwner: () => register(self),
  };
  return self;
}

/** The token in the newest mail to an address; fails when there is no mail with a link. */
export async function mailedToken(service: IdentityService, address: string): Promise<string> {
  const mail = await service.mailTo(address);
  const [, token] =
    /\/(?:verify|sign-in|password|invitation|workspace\/confirmations)\/([A-Za-z0-9_-]{43})\s/.exec(mail?.text ?? "") ??
    [];
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
