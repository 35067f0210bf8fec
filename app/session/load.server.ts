import { data } from "react-router";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { isRecordId } from "../json-api/record.ts";

/** What a page answers when it cannot be shown without the data of a call that failed. */
const answers: Partial<Record<ApiErrorKind, readonly [status: number, advice: string]>> = {
  unauthenticated: [401, "Sign in again."],
  forbidden: [403, "It is not open to you in this workspace."],
  busy: [503, "Too much is going on right now. Try again in a minute."],
  unavailable: [503, "The service does not answer right now. Try again in a minute."],
};

/**
 * For a loader's own data: what the call gives, or else the answer that the nearest error boundary shows. A failure
 * thrown as it is would lose its sentence and its status on the way to the browser.
 * @throws 404 for what is missing, otherwise the call's own sentence with what to do about it
 */
export async function load<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === "missing") throw notFound();
    const [status, advice] = answers[error.kind] ?? [502, "The service answered something that cannot be shown."];
    throw data(`${error.message}. ${advice}`, { status });
  }
}

/**
 * The same for what a service need not offer at all: one that does not says so by "missing", and that is told plainly.
 * @param lacking what it does not do, as in "The connected service keeps no documents."
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

/** The one way to say that there is nothing at this address. */
export function notFound() {
  return data("Not Found", { status: 404 });
}

/** A part of the address that names a record. @throws 404 for what cannot be an id: nobody needs to be asked */
export function recordId(text: string): string {
  if (!isRecordId(text)) throw notFound();
  return text;
}
