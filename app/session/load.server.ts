import { data } from "react-router";
import type { Api } from "../json-api/api.ts";
import { ApiError, type ApiErrorKind } from "../json-api/api-error.ts";
import { isRecordId } from "../json-api/record.ts";
import { offers, wordOf } from "../json-api/service.ts";
import { notOffered, refuse } from "./permission.server.ts";

/** The response of a page that cannot be shown without the data of a failed call. */
const answers: Partial<Record<ApiErrorKind, readonly [status: number, advice: string]>> = {
  unauthenticated: [401, "Sign in again."],
  busy: [503, "Latchkey is busy right now. Try again in a minute."],
  "no-access": [502, "The connected service refuses Latchkey's own access. Tell whoever runs this server."],
  unavailable: [503, "The service isn't responding right now. Try again in a minute."],
};

/** What pages call those lists and calls that are not called as their word says. */
const nouns: Readonly<Record<string, string>> = {
  "accounts/members": "a list of members",
  activities: "activity",
  audit_events: "an audit log",
  batch_choice: "changes of several records at once",
  batches: "changes of several records at once",
  billing: "plans",
  calendar: "a calendar",
  calendar_address: "addresses of calendars",
  client_answers: "answers of clients",
  "clients/package_choice": "shares of several properties at once",
  "clients/package_shares": "shares of several properties at once",
  cost_estimates: "estimated costs",
  cost_templates: "templates for estimated costs",
  document_summaries: "summaries",
  findings: "inspections",
  held_requests: "requests to look through",
  inspection_reports: "inspections",
  mail_choices: "notifications",
  mail_delivery: "a list of its emails",
  message_threads: "messages",
  "opportunities/client_answers": "answers of clients",
  packages: "properties",
  "packages/portal_release": "a client portal",
  "packages/repair_totals": "inspections",
  push_subscription: "notifications on devices",
  portal_invitations: "a client portal",
  portal_settings: "a client portal",
  samples: "sample data",
  search: "a search over everything",
  share_links: "links to properties",
  sign_in_rules: "two-step sign-in",
  task_templates: "templates of tasks",
  trashed_records: "a trash",
  two_step: "two-step sign-in",
  workspace_exports: "exports of workspaces",
};

/** The noun of a word, for sentences: "documents". */
function nounOf(word: string): string {
  if (word.startsWith("portal/")) return "a client portal";
  return nouns[word] ?? (word.includes("/") ? "this" : word.replaceAll("_", " "));
}

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
