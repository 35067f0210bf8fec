import { asObject, isObject } from "#app/json-api/json-object.ts";
import { type DescribedService, readService } from "#app/json-api/service.ts";
import type { Env } from "../env.ts";
import { StartRefused } from "../start-refused.ts";
import { type Answer, isFine, isJsonApi, openCalls } from "./caller.ts";
import type { Credentials } from "./credentials.ts";
import { type Learned, type LearnOptions, learnService } from "./learn.ts";
import { nameIn } from "./rows.ts";

type Service = Pick<
  Env,
  "apiKey" | "apiKeyHeader" | "apiWorkspaceHeader" | "apiIdentity" | "apiToken" | "apiWorkspaceId"
>;

interface CheckOptions extends Omit<LearnOptions, "headers"> {
  readonly service: Service;
  /** Called where the service knows people and there is no token. */
  readonly readCredentials: () => Promise<Credentials>;
}

/** Signs in, learns what the service is like, signs out. @throws StartRefused where nothing can be tried */
export async function checkService({ service, readCredentials, ...options }: CheckOptions): Promise<Learned> {
  const { url } = options;
  const { apiKey, apiKeyHeader, apiWorkspaceHeader, apiToken, apiIdentity, apiWorkspaceId } = service;
  const headersOf = (token: string | undefined, workspace: string | null) => ({
    ...(apiKey === undefined ? {} : { [apiKeyHeader]: apiKey }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(workspace === null ? {} : { [apiWorkspaceHeader]: workspace }),
  });
  await probeAddress(url, headersOf(apiToken, null));
  if (apiIdentity === "embedded") return learnService({ ...options, headers: headersOf(apiToken, apiWorkspaceId) });
  const token = apiToken ?? (await openSession(url, headersOf(undefined, null), await readCredentials()));
  try {
    const workspace = await findWorkspace(url, headersOf(token, null));
    return await learnService({ ...options, headers: headersOf(token, workspace) });
  } finally {
    if (apiToken === undefined) await openCalls(url, headersOf(token, null))("sessions/current", { method: "DELETE" });
  }
}

type Headers = Readonly<Record<string, string>>;

const elsewhere =
  "Latchkey can know the people itself: set API_IDENTITY to embedded, API_TOKEN and API_WORKSPACE_ID, and run this again.";

async function openSession(url: string, headers: Headers, { email, password }: Credentials): Promise<string> {
  const body = { data: { type: "session", attributes: { email, password } } };
  const answer = await openCalls(url, headers)("sessions", { method: "POST", body });
  if ([404, 405, 501].includes(answer.status))
    throw new StartRefused(`The service has no POST /sessions. ${elsewhere}`);
  if ([400, 401, 403, 422].includes(answer.status))
    throw new StartRefused("The service refused this email or password.");
  const attributes = attributesOf(answer);
  if (attributes[nameIn(attributes, "secondStep") ?? ""])
    throw new StartRefused("This account has two-step sign-in. Use one without it.");
  const { token } = attributes;
  if (typeof token !== "string") throw new StartRefused(`POST /sessions ${answer.said}, and gave no token.`);
  return token;
}

async function findWorkspace(url: string, headers: Headers): Promise<string | null> {
  const answer = await openCalls(url, headers)("sessions/current");
  if (answer.status === 404) throw new StartRefused(`The service has no GET /sessions/current. ${elsewhere}`);
  if (answer.status === 401) throw new StartRefused("The service refused its own token at GET /sessions/current.");
  if (!isFine(answer)) throw new StartRefused(`GET /sessions/current ${answer.said}.`);
  const attributes = attributesOf(answer);
  const present = attributes[nameIn(attributes, "workspaceId") ?? ""];
  const [first] = Array.isArray(attributes.workspaces) ? attributes.workspaces : [];
  const found = present ?? asObject(first).id;
  return typeof found === "string" ? found : null;
}

const attributesOf = ({ document }: Answer) => asObject(asObject(document?.data).attributes);

/** Checks that an address is a JSON:API service before credentials are asked. @throws StartRefused */
async function probeAddress(url: string, headers: Headers): Promise<void> {
  const call = openCalls(url, headers);
  const first = await call("clients");
  if (isService(first) || isService(await call(""))) return;
  const tried = `Tried GET ${url}/clients: it ${first.said}.`;
  // Servers with pages have it below.
  const below = /\/api$/.test(new URL(url).pathname) ? null : `${url}/api`;
  const second = below === null ? null : await openCalls(below, headers)("clients");
  if (second !== null && isService(second))
    throw new StartRefused(`${tried} There is a JSON:API service at ${below}: name that address.`);
  const also = second === null ? "" : ` Tried GET ${below}/clients: it ${second.said}.`;
  throw new StartRefused(`${tried}${also} Name the root of the JSON:API service, as in https://api.example/api.`);
}

/** Unauthorized calls may get an empty refusal. */
const isService = ({ status, document, said }: Answer): boolean =>
  document === null ? [401, 403].includes(status) && said === `answered ${status}` : isJsonApi(document);

/** A description as the text of a file, in an order that changes only with what it says. @throws ZodError for a wrong one */
export function writeService(service: DescribedService): string {
  readService(service);
  return `${JSON.stringify(sorted(service), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted();
  if (!isObject(value)) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
