import { reasonOf } from "../reason.ts";
import { StartRefused } from "../start-refused.ts";

const mediaType = "application/vnd.api+json";
const patienceMs = 10_000;
/** As much as is read of an answer, in characters. */
const mostRead = 100_000;

/** What came back from an address: a document of JSON:API, or what it is instead, as the end of a sentence. */
interface Answer {
  readonly isJsonApi: boolean;
  readonly said: string;
}

/**
 * Makes sure that an address is that of a JSON:API service, before anything is asked of the person who wants to try it.
 * @param headers sent along, as a key that the service wants with every call
 * @throws StartRefused with a sentence that says what was tried and what answered
 */
export async function probeAddress(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const first = await ask(`${url}/clients`, headers);
  if (first.isJsonApi) return;
  const tried = `Tried GET ${url}/clients: ${first.said}.`;
  // Of a server that has pages, too, the service is often below.
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
  // A service may refuse a call that nobody signed without a word.
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
