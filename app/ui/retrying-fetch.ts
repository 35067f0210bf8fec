import { useSyncExternalStore } from "react";
import { takeAhead } from "./fetched-ahead.ts";
import { hiddenFieldNames } from "./hidden-field-names.ts";

/** When it is tried again after a failure, in milliseconds: soon at first, then less often; at once when the line is back. */
const firstPause = 1_000;
const longestPause = 15_000;

/** Answers of whatever stands between us and the app, or of a server that is just being replaced. */
const passing: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

let waiting = 0;
/** The form that was sent last: the history's key of its page, and whether its user went elsewhere while it waited for the line. */
let latestForm: { readonly from: string; isAbandoned: boolean } | null = null;
let latestId: string | undefined;

/** The id of the latest request for data, under which the log has it; undefined before the first one. */
export function latestRequestId(): string | undefined {
  return latestId;
}

const watchers = new Set<() => void>();

/** True while a page's data, or something posted, waits for the line to come back. */
export function useWaitsForLine(): boolean {
  return useSyncExternalStore(watch, isWaiting, () => false);
}

/**
 * The history's key of the page whose form waited for the line when its user went elsewhere, so that nobody knows whether it was
 * saved; null where there is none, or something was sent since.
 */
export function useAbandonedForm(): string | null {
  return useSyncExternalStore(watch, abandonedForm, () => null);
}

/**
 * Gives a `fetch` with which the router's requests for data wait for the line instead of failing: the page, and what was typed into
 * it, stays. To send a form again does no harm, since each carries a key under which it is written once. Whoever goes elsewhere
 * meanwhile ends the waiting.
 */
export function retryingFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!(input instanceof URL) || !input.pathname.endsWith(".data")) return send(input, init);
    const form = init?.method === "POST" ? { from: entryKey(), isAbandoned: false } : null;
    latestForm = form ?? latestForm;
    let ahead = await takeAhead(input, init?.method);
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      const answer =
        ahead ??
        (await send(input, init).catch((error: unknown) => {
          if (init?.signal?.aborted) throw error;
        }));
      ahead = null;
      // The app's own answers say so, whatever their status.
      if (answer && (!passing.has(answer.status) || answer.headers.has("X-Remix-Response"))) {
        latestId = answer.headers.get("X-Request-Id") ?? undefined;
        return answer;
      }
      if (leaveToWorker(input, init?.body)) return new Promise(() => {});
      tell(waiting + 1);
      await lineOrPause(pause, init?.signal);
      if (form !== null && init?.signal?.aborted) form.isAbandoned = true;
      tell(waiting - 1);
    }
  };
}

/**
 * On a device that keeps pages, its worker has the page that was asked for, and takes the form: as a browser without the router would ask.
 * What a page loads for itself waits for the line, and so do forms that are not written once.
 * @returns whether the page is left
 */
function leaveToWorker(data: URL, body: BodyInit | null | undefined): boolean {
  if (!navigator.serviceWorker?.controller) return false;
  const address = pageOfData(data);
  if (body === null || body === undefined) {
    if (address === location.pathname + location.search) return false;
    location.assign(address);
    return true;
  }
  if (!(body instanceof URLSearchParams || body instanceof FormData) || !body.has(hiddenFieldNames.key)) return false;
  const form = document.createElement("form");
  form.method = "post";
  form.action = address;
  form.hidden = true;
  if (body instanceof FormData) form.enctype = "multipart/form-data";
  for (const [name, value] of body) form.append(inputOf(name, value));
  document.body.append(form);
  form.submit();
  return true;
}

function inputOf(name: string, value: FormDataEntryValue): HTMLInputElement {
  const input = document.createElement("input");
  input.name = name;
  if (typeof value === "string") {
    input.type = "hidden";
    input.value = value;
    return input;
  }
  const files = new DataTransfer();
  if (value.name !== "") files.items.add(value);
  input.type = "file";
  input.files = files.files;
  return input;
}

/** The address of a page, by that of its data. */
function pageOfData({ pathname, search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete("_routes");
  const path =
    pathname === "/_root.data" ? "/" : pathname.replace(/(\/_)?\.data$/, (_end, slash) => (slash ? "/" : ""));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Ends early when the line is back, or when nobody wants the answer any more: the next try says so then. */
function lineOrPause(pause: number, signal: AbortSignal | null | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, pause);
    addEventListener("online", resolve, { once: true });
    signal?.addEventListener("abort", resolve);
  });
}

function tell(now: number): void {
  waiting = now;
  for (const watcher of watchers) watcher();
}

function isWaiting(): boolean {
  return waiting > 0;
}

function abandonedForm(): string | null {
  return latestForm?.isAbandoned ? latestForm.from : null;
}

/** As `useLocation` has it. */
function entryKey(): string {
  const state: unknown = globalThis.history?.state;
  const key = typeof state === "object" && state !== null && "key" in state ? state.key : null;
  return typeof key === "string" ? key : "default";
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
