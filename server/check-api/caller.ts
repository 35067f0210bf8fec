import { setTimeout as sleep } from "node:timers/promises";
import { isObject, type JsonObject } from "#app/json-api/json-object.ts";
import { reasonOf } from "../reason.ts";

/** The calls of the check: plain, one at a time each, and nothing of them is guessed. */

const mediaType = "application/vnd.api+json";
const patienceMs = 10_000;
const mostRead = 5_000_000;

export interface Answer {
  /** 0 for none. */
  readonly status: number;
  /** Null where it is no JSON object. */
  readonly document: JsonObject | null;
  readonly etag: string | null;
  /** What came, in words, as in "answered 404". */
  readonly said: string;
}

export interface Asked {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param path below the API's root, with its query */
export type Call = (path: string, asked?: Asked) => Promise<Answer>;

/** Keeps a call and its answer. */
export type Keep = (path: string, asked: Asked, answer: Answer) => void;

/**
 * @param url of the API's root
 * @param headers of every call
 * @param mostWaitedMs in all, for a service that is asked too often
 */
export function openCalls(
  url: string,
  headers: Readonly<Record<string, string>>,
  keep: Keep = () => undefined,
  mostWaitedMs = 60_000,
): Call {
  let waited = 0;
  return async function call(path, asked = {}) {
    const answer = await ask(`${url}${path === "" ? "" : `/${path}`}`, headers, asked);
    const pause = answer.status === 429 ? Math.max(1, answer.retryAfter) * 1000 : Number.POSITIVE_INFINITY;
    if (waited + pause <= mostWaitedMs) {
      waited += pause;
      await sleep(pause);
      return call(path, asked);
    }
    keep(path, asked, answer);
    return answer;
  };
}

async function ask(
  address: string,
  headers: Readonly<Record<string, string>>,
  { method = "GET", body, ...more }: Asked,
) {
  const nothing = { status: 0, document: null, etag: null, retryAfter: 0 };
  try {
    const response = await fetch(address, {
      method,
      headers: {
        accept: mediaType,
        ...(body === undefined ? {} : { "content-type": mediaType }),
        ...headers,
        ...more.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // A token goes nowhere else.
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = (await response.text()).slice(0, mostRead);
    const { status } = response;
    const document = parse(text);
    const retryAfter = Number(response.headers.get("retry-after") ?? 1) || 1;
    return {
      status,
      document,
      etag: response.headers.get("etag"),
      retryAfter,
      said: describe(response, text, document),
    };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError")
      return { ...nothing, said: `gave no answer within ${patienceMs / 1000} s` };
    return {
      ...nothing,
      said: `gave no answer (${reasonOf(error instanceof Error && error.cause ? error.cause : error)})`,
    };
  }
}

function parse(text: string): JsonObject | null {
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

function describe({ status, headers }: Response, text: string, document: JsonObject | null): string {
  const said = `answered ${status}`;
  const place = headers.get("location");
  if (status >= 300 && status < 400 && place !== null) return `${said}, which leads to ${place.split("?")[0]}`;
  const type = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "text/html" || /^\s*<(!doctype html|html)/i.test(text)) return `${said} with a web page`;
  if (document !== null && isJsonApi(document)) return said;
  if (text.trim() === "") return said;
  return `${said} with ${/^\s*[[{]/.test(text) ? "JSON, but no document of JSON:API" : type || "nothing"}`;
}

/** Whether a document has a member that JSON:API wants. */
export function isJsonApi(document: JsonObject): boolean {
  return ["data", "errors", "jsonapi"].some((member) => member in document);
}

export const isFine = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Answers that say nothing of what a service can do: who asks may not, or not so often. */
export const teachesNothing = ({ status }: Answer): boolean => [0, 401, 403, 429, 502, 503, 504].includes(status);
