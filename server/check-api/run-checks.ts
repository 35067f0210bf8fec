import * as z from "zod/mini";
import { listState as clientList } from "#app/clients/client-list-state.ts";
import { findClient, listClients } from "#app/clients/clients.server.ts";
import type { Api } from "#app/json-api/api.ts";
import { ApiError } from "#app/json-api/api-error.ts";
import { readList } from "#app/lists/list-state.ts";
import { findOpportunity, listOpportunities } from "#app/opportunities/opportunities.server.ts";
import { listState as opportunityList } from "#app/opportunities/opportunity-list.ts";
import { listState as packageList } from "#app/packages/package-list.ts";
import { findPackage, listPackages } from "#app/packages/packages.server.ts";
import { type Check, checks, samples } from "./checks.ts";

/**
 * - works: answered
 * - missing: the service does not have it (404, 405, 501)
 * - refused: the service refuses it (400, 403, 422), or whoever is signed in may not see it
 * - failed: no answer that can be read; `reason` says why
 * - untried: it is about a record of a list that is empty
 */
export interface Outcome {
  readonly check: Check;
  readonly result: "works" | "missing" | "refused" | "failed" | "untried";
  /** For people, without a text of the service. "" where it works. */
  readonly reason: string;
  readonly milliseconds: number;
}

type Samples = Partial<Record<string, string>>;

/** Calls under way at the same time. */
const atOnce = 4;

const identified = z.array(z.object({ id: z.string().check(z.minLength(1)) }));

/**
 * Makes every call of the list once.
 * @param connect gives the calls of one request, with a time limit of their own
 * @param onDone called after each with how many are done
 */
export async function runChecks(connect: () => Api, onDone: (done: number) => void): Promise<readonly Outcome[]> {
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

/** What the app's own pages read, attribute by attribute. */
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
