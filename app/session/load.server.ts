import { data } from "react-router";
import type { Api } from "../json-api/api.ts";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { isRecordId } from "../json-api/record.ts";
import { nounOf, offers, wordOf } from "../json-api/service.ts";
import { notOffered, refuse } from "./permission.server.ts";

/** The response of a page that cannot be shown without the data of a failed call. */
const answers: Partial<Record<ApiErrorKind, readonly [status: number, advice: string]>> = {
  unauthenticated: [401, "Sign in again."],
  busy: [503, "Latchkey is busy right now. Try again in a minute."],
  "no-access": [502, "The connected service refuses Latchkey's own access. Tell whoever runs this server."],
  unavailable: [503, "The service isn't responding right now. Try again in a minute."],
};

/** Says that the service does not have a list, before anything is typed in vain. @param word of the list @throws 501 */
export function requireOffered({ service }: Api, word: string): void {
  if (!offers(service, word)) throw notOffered(nounOf(word));
}

/** The service does not say who may: it refuses a person, or Latchkey's own token. */
const refusedByService = {
  refused: "You don't have permission to see this page in this workspace.",
  back: { label: "Go to dashboard", href: "/" },
};

/**
 * For a loader's own data: the call's result, or else the response that the nearest error boundary shows. Thrown as it is, a
 * failure would lose its sentence and its status on the way to the browser.
 * @throws 404 for what is missing, 403 for what the service refuses, otherwise what to do about it, with the call's own words as
 *   the status text, which the page shows on demand
 */
export async function load<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "missing") throw notFound();
    if (error.kind === "not-offered") throw notOffered(nounOf(wordOf(error.cause.path)));
    if (error.kind === "forbidden") throw refuse(refusedByService);
    const [status, advice] = answers[error.kind] ?? [502, "The service sent an answer that can't be shown."];
    throw data(advice, { status, statusText: error.message });
  }
}

/**
 * Waits for two loads that were begun side by side. What is wrong with the first is said, whatever comes of the second: most
 * often it is the record of the address, without which the rest fails as well.
 */
export async function loadBoth<First, Second>(
  first: Promise<First> | First,
  second: Promise<Second>,
): Promise<[First, Second]> {
  // Nobody waits for it while the first is awaited.
  second.catch(() => {});
  return [await first, await second];
}

/** The 404 to throw when there is nothing at this address. */
export function notFound() {
  return data("Not Found", { status: 404 });
}

/** A record's id in the address. @throws 404 for what cannot be an id, without a call */
export function recordId(text: string): string {
  if (!isRecordId(text)) throw notFound();
  return text;
}
