import { cutOff, NoResponse, notJson, type WireResponse } from "./transport.ts";

export interface ApiResponse {
  readonly status: number;
  readonly header: WireResponse["header"];
  /** Undefined for an empty response, and for an error that is not JSON. */
  readonly body: unknown;
}

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

/**
 * Parses a response.
 * @param secrets texts to hide in errors, in case the service repeats what it was sent
 * @param mustBeWhole whether a success must be complete: otherwise JSON that was cut off is an empty one
 * @throws NoResponse for a success that is not JSON, or JSON that was cut off, which a retry may fix
 */
export function parseResponse(
  { status, header, text }: WireResponse,
  secrets: readonly string[],
  mustBeWhole = true,
): ApiResponse {
  if (text === "") return { status, header, body: undefined };
  if (!isSuccess({ status })) return { status, header, body: parse(text, secrets) };
  const body = parse(text);
  if (body !== undefined) return { status, header, body };
  if (header("content-type")?.includes("json") !== true) throw new NoResponse(notJson);
  if (mustBeWhole) throw new NoResponse(cutOff);
  return { status, header, body };
}

/** Secrets are hidden in the parsed texts, since JSON can escape any letter. */
function parse(text: string, secrets: readonly string[] = []): unknown {
  const hide = (_name: string, value: unknown): unknown =>
    typeof value === "string" ? withoutSecrets(value, secrets) : value;
  try {
    return secrets.length > 0 ? JSON.parse(text, hide) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, "[hidden]"), text);
}

/**
 * The wait that Retry-After asks for, in milliseconds; null without one. Reads seconds and HTTP dates.
 * @param now milliseconds since 1970
 */
export function readRetryAfter(response: Pick<ApiResponse, "header">, now: number): number | null {
  const value = response.header("retry-after");
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
