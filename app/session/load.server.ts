import { data } from "react-router";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { isRecordId } from "../json-api/record.ts";
import { nounOf, wordOf } from "../json-api/service.ts";
import { refuse } from "./permission.server.ts";

/** The response of a page that cannot be shown without the data of a failed call. */
const answers: Partial<Record<ApiErrorKind, readonly [status: number, advice: string]>> = {
  unauthenticated: [401, "Sign in again."],
  busy: [503, "Latchkey is busy right now. Try again in a minute."],
  "no-access": [502, "The connected service refuses Latchkey's own access. Tell whoever runs this server."],
  unavailable: [503, "The service isn't responding right now. Try again in a minute."],
};

/** What is said of a page whose call the service does not have. @param path of the call */
function sentenceOf(path: string): string {
  const noun = nounOf(wordOf(path));
  return `The connected service doesn't have ${noun}. Everything else works.`;
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
    if (error.kind === "not-offered") throw data(sentenceOf(error.cause.path), { status: 501 });
    if (error.kind === "forbidden") throw refuse(refusedByService);
    const [status, advice] = answers[error.kind] ?? [502, "The service sent an answer that can't be shown."];
    throw data(advice, { status, statusText: error.message });
  }
}

/**
 * The same for what a service may not offer at all: it answers "missing" then, and the page says so.
 * @param lacking what it does not do, as in "The connected service doesn't store documents."
 * @throws 501, and whatever `load` throws
 */
export async function loadOffered<Data>(call: Promise<Data>, lacking: string): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "missing") return load(Promise.reject(error));
    throw data(`${lacking} Everything else works.`, { status: 501 });
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
