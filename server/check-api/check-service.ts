import { randomUUID } from "node:crypto";
import type { Api } from "#app/json-api/api.ts";
import { ApiError, type ApiErrorKind } from "#app/json-api/api-error.ts";
import { createApiConnection } from "#app/json-api/connection.ts";
import { fetchCurrentUser, revokeSession, signIn } from "#app/session/identity.server.ts";
import type { Env } from "../env.ts";
import { StartRefused } from "../start-refused.ts";
import type { Credentials } from "./credentials.ts";
import { probeAddress } from "./probe.ts";
import { describeOutcomes, isEnough } from "./report.ts";
import { runChecks } from "./run-checks.ts";

type Service = Pick<
  Env,
  "apiKey" | "apiKeyHeader" | "apiWorkspaceHeader" | "apiAttributeCase" | "apiIdentity" | "apiToken" | "apiWorkspaceId"
>;

interface CheckOptions {
  readonly service: Service;
  /** The root of the service. */
  readonly url: string;
  /** Asked for where the service knows the people and there is no token. */
  readonly readCredentials: () => Promise<Credentials>;
  readonly onProgress: (done: number) => void;
}

export interface Checked {
  /** For a terminal; without a secret and without a text of the service. */
  readonly text: string;
  readonly isEnough: boolean;
}

const silent = { info() {}, warn() {} };

/**
 * Looks whether a service is there, signs in, makes every read of the app once and signs out. Writes nothing else.
 * @throws StartRefused with a sentence where nothing can be tried
 */
export async function checkService({ service, url, readCredentials, onProgress }: CheckOptions): Promise<Checked> {
  const { apiKey = null, apiKeyHeader, apiWorkspaceHeader, apiAttributeCase } = service;
  await probeAddress(url, {
    ...(apiKey === null ? {} : { [apiKeyHeader]: apiKey }),
    ...(service.apiToken === undefined ? {} : { authorization: `Bearer ${service.apiToken}` }),
  });
  const connection = createApiConnection({
    baseUrl: url,
    apiKey,
    apiKeyHeader,
    workspaceHeader: apiWorkspaceHeader,
    attributeCase: apiAttributeCase,
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

/** The workspace that the app would show first. */
async function findWorkspace(api: Api): Promise<string | null> {
  const user = await fetchCurrentUser(api).catch(
    refuseFor({
      missing: `The service has no GET /sessions/current. ${elsewhere}`,
      unauthenticated: "The service refused its own token at GET /sessions/current.",
    }),
  );
  return (user.workspace ?? user.workspaces[0])?.id ?? null;
}

/** @returns a function that throws the sentence for a failed call */
function refuseFor(sentences: Partial<Record<ApiErrorKind, string>>): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError)) throw error;
    const { status, reason, method, path } = error.cause;
    const outcome = reason === null ? `answered ${status}` : `gave no answer that can be read (${reason})`;
    throw new StartRefused(sentences[error.kind] ?? `The service ${outcome} to ${method} ${path}.`);
  };
}
