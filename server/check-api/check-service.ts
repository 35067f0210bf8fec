import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { listState as clientList } from "#app/clients/client-list-state.ts";
import { findClient, listClients } from "#app/clients/clients.server.ts";
import type { Api } from "#app/json-api/api.ts";
import { ApiError, type ApiErrorKind } from "#app/json-api/api-error.ts";
import { createApiConnection } from "#app/json-api/connection.ts";
import { readList } from "#app/lists/list-state.ts";
import { findOpportunity, listOpportunities } from "#app/opportunities/opportunities.server.ts";
import { listState as opportunityList } from "#app/opportunities/opportunity-list.ts";
import { listState as packageList } from "#app/packages/package-list.ts";
import { findPackage, listPackages } from "#app/packages/packages.server.ts";
import { fetchCurrentUser, revokeSession, signIn } from "#app/session/identity.server.ts";
import type { Env } from "../env.ts";
import { reasonOf } from "../reason.ts";
import { StartRefused } from "../start-refused.ts";
import { type Check, checks, samples } from "./checks.ts";
import type { Credentials } from "./credentials.ts";

type Service = Pick<
  Env,
  "apiKey" | "apiKeyHeader" | "apiWorkspaceHeader" | "apiService" | "apiIdentity" | "apiToken" | "apiWorkspaceId"
>;

interface CheckOptions {
  readonly service: Service;
  readonly url: string;
  /** Called where the service knows people and there is no token. */
  readonly readCredentials: () => Promise<Credentials>;
  readonly onProgress: (done: number) => void;
}

interface Checked {
  readonly text: string;
  readonly isEnough: boolean;
}

const silent = { info() {}, warn() {} };

/** Signs in, makes every read of the app once, signs out. @throws StartRefused where nothing can be tried */
export async function checkService({ service, url, readCredentials, onProgress }: CheckOptions): Promise<Checked> {
  const { apiKey = null, apiKeyHeader, apiWorkspaceHeader } = service;
  await probeAddress(url, {
    ...(apiKey === null ? {} : { [apiKeyHeader]: apiKey }),
    ...(service.apiToken === undefined ? {} : { authorization: `Bearer ${service.apiToken}` }),
  });
  const connection = createApiConnection({
    baseUrl: url,
    apiKey,
    apiKeyHeader,
    workspaceHeader: apiWorkspaceHeader,
    service: service.apiService,
    log: silent,
    limits: { retries: 1, failuresToBreak: 1_000_000 },
  });
  const apiFor = (token: string | null, workspaceId: string | null) =>
    connection.as({ token, workspaceId, requestId: randomUUID() });
  try {
    if (service.apiIdentity === "embedded") {
      const connect = () => apiFor(service.apiToken ?? null, service.apiWorkspaceId);
      const outcomes = await runChecks(connect, onProgress);
      const note = "API_IDENTITY is embedded: Latchkey knows the people, and nobody signs in at the service.\n\n";
      return { text: note + describeOutcomes(outcomes), isEnough: isEnough(outcomes) };
    }
    const token = service.apiToken ?? (await openSession(apiFor(null, null), await readCredentials()));
    try {
      const workspaceId = await findWorkspace(apiFor(token, null));
      const outcomes = await runChecks(() => apiFor(token, workspaceId), onProgress);
      const note = "Signing in works, and the service says who is signed in.\n\n";
      return { text: note + describeOutcomes(outcomes), isEnough: isEnough(outcomes) };
    } finally {
      if (service.apiToken === undefined) await revokeSession(apiFor(token, null)).catch(() => undefined);
    }
  } finally {
    await connection.close();
  }
}

async function openSession(api: Api, { email, password }: Credentials): Promise<string> {
  const { token, secondStep } = await signIn(api, { email, password }, null).catch(
    refuseFor({
      missing: `The service has no POST /sessions. ${elsewhere}`,
      unsupported: `The service has no POST /sessions. ${elsewhere}`,
      unauthenticated: "The service refused this email or password.",
      forbidden: "The service refused this email or password.",
      invalid: "The service refused this email or password.",
    }),
  );
  if (secondStep !== null) throw new StartRefused("This account has two-step sign-in. Use one without it.");
  return token;
}

const elsewhere =
  "Latchkey can know the people itself: set API_IDENTITY to embedded, API_TOKEN and API_WORKSPACE_ID, and run this again.";

async function findWorkspace(api: Api): Promise<string | null> {
  const user = await fetchCurrentUser(api).catch(
    refuseFor({
      missing: `The service has no GET /sessions/current. ${elsewhere}`,
      unauthenticated: "The service refused its own token at GET /sessions/current.",
    }),
  );
  return (user.workspace ?? user.workspaces[0])?.id ?? null;
}

/** @returns throws the sentence for a failed call */
function refuseFor(sentences: Partial<Record<ApiErrorKind, string>>): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError)) throw error;
    const { status, reason, method, path } = error.cause;
    const outcome = reason === null ? `answered ${status}` : `gave no answer that can be read (${reason})`;
    throw new StartRefused(sentences[error.kind] ?? `The service ${outcome} to ${method} ${path}.`);
  };
}

const heads = { works: "works", missing: "missing", refused: "refused", failed: "FAILED", untried: "untried" } as const;

/** Whether everything needed works. What an empty service leaves untried does not count. */
function isEnough(outcomes: readonly Outcome[]): boolean {
  return outcomes.every(({ check, result }) => !check.isNeeded || result === "works" || result === "untried");
}

function describeOutcomes(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ check, result, reason, milliseconds }) => {
    const head = `${heads[result].padEnd(8)} ${check.isNeeded ? "needed  " : "optional"} GET ${check.call}`;
    if (result === "works") return `${head}  ${milliseconds} ms`;
    return `${head}\n${" ".repeat(18)}${reason}${result === "untried" ? "" : ` ${check.without}`}`;
  });
  return `${lines.join("\n")}\n\n${summarize(outcomes)}\n`;
}

function summarize(outcomes: readonly Outcome[]): string {
  const count = (...results: readonly Outcome["result"][]) =>
    outcomes.filter(({ result }) => results.includes(result)).length;
  const untried = count("untried");
  const parts = [
    `${count("works")} of ${outcomes.length} calls work.`,
    ...(untried === 0 ? [] : [`${untried} could not be tried, since there is no record to try them with.`]),
  ];
  if (!isEnough(outcomes)) return [...parts, "Latchkey cannot work on this service: it needs more."].join(" ");
  const without = count("missing", "refused", "failed");
  return [
    ...parts,
    without === 0
      ? "Latchkey can work on this service."
      : `Latchkey can work on this service, and leaves out what the ${without} others are for.`,
  ].join(" ");
}

const mediaType = "application/vnd.api+json";
const patienceMs = 10_000;

const mostRead = 100_000;

/** A JSON:API document, or words for what it is. */
interface Answer {
  readonly isJsonApi: boolean;
  readonly said: string;
}

/** Checks that an address is a JSON:API service before credentials are asked. @param headers for every call @throws StartRefused */
async function probeAddress(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const first = await ask(`${url}/clients`, headers);
  if (first.isJsonApi) return;
  const tried = `Tried GET ${url}/clients: ${first.said}.`;
  // Servers with pages have it below.
  const below = /\/api$/.test(new URL(url).pathname) ? null : `${url}/api`;
  const second = below === null ? null : await ask(`${below}/clients`, headers);
  if (second?.isJsonApi) throw new StartRefused(`${tried} There is a JSON:API service at ${below}: name that address.`);
  const also = second === null ? "" : ` Tried GET ${below}/clients: ${second.said}.`;
  throw new StartRefused(`${tried}${also} Name the root of the JSON:API service, as in https://api.example/api.`);
}

async function ask(address: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  try {
    const response = await fetch(address, {
      headers: { accept: mediaType, ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    return judge(response, (await response.text()).slice(0, mostRead));
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") return no(`no answer within ${patienceMs / 1000} s`);
    return no(`no answer (${reasonOf(error instanceof Error && error.cause ? error.cause : error)})`);
  }
}

const no = (said: string): Answer => ({ isJsonApi: false, said });

function judge({ status, headers }: Response, body: string): Answer {
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  const place = headers.get("location");
  if (status >= 300 && status < 400 && place !== null)
    return no(`answered ${status}, which leads to ${place.split("?")[0]}`);
  if (type === "text/html" || /^\s*<(!doctype html|html)/i.test(body)) return no(`answered ${status} with a web page`);
  const document = parse(body);
  const isDocument = document !== null && ["data", "errors", "jsonapi"].some((member) => member in document);
  if (isDocument) return { isJsonApi: true, said: "" };
  // Unauthorized calls may get an empty refusal.
  if (body.trim() === "" && (status === 401 || status === 403)) return { isJsonApi: true, said: "" };
  return no(`answered ${status} with ${document ? "JSON, but no document of JSON:API" : type || "nothing"}`);
}

function parse(body: string): object | null {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === "object" ? read : null;
  } catch {
    return null;
  }
}

/**
 * - works: answered
 * - missing: not offered (404, 405, 501)
 * - refused: 400, 403 or 422, or not visible
 * - failed: unreadable answer, with the reason
 * - untried: needs a record of an empty list
 */
interface Outcome {
  readonly check: Check;
  readonly result: "works" | "missing" | "refused" | "failed" | "untried";
  /** "" where it works. */
  readonly reason: string;
  readonly milliseconds: number;
}

type Samples = Partial<Record<string, string>>;

const atOnce = 4;

const identified = z.array(z.object({ id: z.string().check(z.minLength(1)) }));

/** @param connect opens the calls of one request @param onDone gets how many are done */
async function runChecks(connect: () => Api, onDone: (done: number) => void): Promise<readonly Outcome[]> {
  const found = await findSamples(connect);
  const outcomes: Outcome[] = [];
  for (let start = 0; start < checks.length; start += atOnce) {
    const some = checks.slice(start, start + atOnce);
    outcomes.push(...(await Promise.all(some.map((check) => tryCheck(connect(), check, found)))));
    onDone(outcomes.length);
  }
  return outcomes;
}

async function findSamples(connect: () => Api): Promise<Samples> {
  const entries = Object.entries(samples).map(async ([name, list]) => {
    const records = await readRecords(connect(), list, {}).catch(() => []);
    return [name, records[0]?.id] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function readRecords(api: Api, path: string, query: Readonly<Record<string, string>>) {
  const options = { method: "GET", query, failure: "Failed to fetch data" } as const;
  return api.act(path, identified, {}, options);
}

async function tryCheck(api: Api, check: Check, found: Samples): Promise<Outcome> {
  const lacking = [...check.call.matchAll(/\{(\w+)\}/g)].find(([, name = ""]) => found[name] === undefined);
  if (lacking !== undefined)
    return { check, result: "untried", reason: `There is no ${lacking[1]} to try it with.`, milliseconds: 0 };
  const [path = "", search = ""] = check.call
    .replace(/\{(\w+)\}/g, (_all, name: string) => found[name] ?? "")
    .split("?");
  const begun = performance.now();
  const done = (): number => Math.round(performance.now() - begun);
  try {
    const query = Object.fromEntries(new URLSearchParams(search));
    const options = { method: "GET", query, failure: "Failed to fetch data" } as const;
    if (/^[^?]*\}(\?|$)/.test(check.call) || check.isOne === true) await api.act(path, z.unknown(), {}, options);
    else await readRecords(api, path, query);
    await readers[check.call]?.(api, found);
    return { check, result: "works", reason: "", milliseconds: done() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { check, ...describe(error), milliseconds: done() };
  }
}

const first = new URLSearchParams();

/** Attribute by attribute, as pages read it. */
const readers: Readonly<Record<string, (api: Api, found: Samples) => Promise<unknown>>> = {
  "/clients": (api) => listClients(api, readList(clientList, first)),
  "/clients/{client}": (api, { client = "" }) => findClient(api, client),
  "/packages": (api) => listPackages(api, readList(packageList, first)),
  "/packages/{package}": (api, found) => findPackage(api, found.package ?? ""),
  "/opportunities": (api) => listOpportunities(api, readList(opportunityList, first)),
  "/opportunities/{opportunity}?include=client,package": (api, { opportunity = "" }) =>
    findOpportunity(api, opportunity),
};

function describe({ kind, cause: { status, reason } }: ApiError): Pick<Outcome, "result" | "reason"> {
  if (kind === "missing") return { result: "missing", reason: `Answered ${status}.` };
  if (kind === "forbidden" || kind === "invalid") return { result: "refused", reason: `Answered ${status}.` };
  if (status !== null && reason !== null)
    return { result: "failed", reason: `Cannot be read: ${reason.replace(/^: /, "")}.` };
  return { result: "failed", reason: status === null ? `No answer: ${reason}.` : `Answered ${status}.` };
}
