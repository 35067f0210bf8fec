import { workerHeader } from "../../session/asked-by-worker.ts";
import { all, type PageRow, put, setValue, value } from "./database.ts";
import { changesAt, wait } from "./forms.ts";
import { ask, checkOwner, dropPage, isOurs, leave, markOf, statusOf, wipe } from "./owner.ts";
import { cut, escapeHtml, notePage, readHtml } from "./texts.ts";

/** Copies of pages: each that was opened lately, and those of today. */

/** After so long without a word of the server no copy is shown, in ms. */
const longestAway = 3 * 86_400_000;
/** A page that takes longer is shown as it was, in ms. */
const patience = 3500;
/** Pages of today are asked for so often, in ms. */
const refreshTime = 600_000;
/** A copy of this age is not asked for again when its page says that it is seen, in ms. */
const recent = 60_000;
/** Of pages that were opened, with their photos. */
const mostPages = 50;
const mostBytes = 10e6;

/** What a browser has to know of a page besides its bytes. */
const keptHeaders = [
  "content-type",
  "content-security-policy",
  "cross-origin-opener-policy",
  "cross-origin-embedder-policy",
  "cross-origin-resource-policy",
  "referrer-policy",
  "permissions-policy",
];

/** Answers a navigation from the network, or else with the copy. */
export async function readPage(event: FetchEvent, path: string): Promise<Response> {
  const asked = fetchPage(event).then((answer) => {
    if (answer.type === "opaqueredirect") event.waitUntil(checkOwner());
    else if (isOurs(answer)) event.waitUntil(noteAnswer(path, answer.clone()).catch(() => {}));
    return answer;
  });
  const late = wait(patience).then(async () => (await savedPage(path, "The connection is slow.")) ?? asked);
  try {
    const answer = await Promise.race([asked, late]);
    return isOurs(answer) || answer.type === "default" ? answer : ((await savedPage(path, noLine)) ?? answer);
  } catch {
    return (
      (await savedPage(path, noLine)) ??
      notePage("You have no connection.", "This page isn’t kept on this device.", 503)
    );
  }
}

export const noLine = "You have no connection.";

/** Chromium has asked already; in other browsers a request that is made anew says that somebody opens the page. */
async function fetchPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const early = await preloadResponse;
  if (early) return early;
  const headers = new Headers(request.headers);
  headers.set(workerHeader, "read");
  return fetch(new Request(request, { headers }));
}

/** Keeps a page that somebody opened. */
async function noteAnswer(path: string, answer: Response): Promise<void> {
  if (!answer.headers.get("content-type")?.startsWith("text/html")) return;
  const mark = markOf(answer);
  if (mark?.owner !== (await value("owner"))) await checkOwner();
  const owner = await value("owner");
  if (mark === null || mark.owner !== owner) return;
  await setValue("contact", Date.now());
  if (mark.form === "light") await keep(path, answer, mark.owner, { seen: Date.now() });
  else if (mark.form === "full") await copyPage(path, { seen: Date.now() });
}

/** Keeps a page that a window shows, unless its copy has just been made: it may have come without the worker. */
export async function noteSeen(path: string): Promise<void> {
  const known = (await all("pages")).find((row) => row.path === path);
  if (known === undefined || Date.now() - known.at > recent) await copyPage(path, { seen: Date.now() });
}

/** How a copy came about; what is left out stays as it was. */
type Reason = Partial<Pick<PageRow, "seen" | "isToday">>;

/** Asks for a page in order to keep it. */
async function copyPage(path: string, reason: Reason): Promise<void> {
  const known = (await all("pages")).find((row) => row.path === path);
  const answer = await ask(path, known?.etag ? { "If-None-Match": known.etag } : {});
  const status = statusOf(answer);
  if (status === 401) return leave();
  if (status === 304 && known) return put("pages", { ...known, ...reason, at: Date.now(), saidAt: saidAt(answer) });
  const owner = await value("owner");
  if (status === 200 && owner !== undefined && markOf(answer)?.owner === owner) await keep(path, answer, owner, reason);
  // It is gone, or not this person’s any more.
  else if (status === 404 || status === 403) await dropPage(path);
}

const saidAt = ({ headers }: Response): number => Date.parse(headers.get("date") ?? "") || Date.now();

async function keep(path: string, answer: Response, owner: string, reason: Reason): Promise<void> {
  const text = await answer.text();
  const headers = new Headers();
  for (const name of keptHeaders) {
    const said = answer.headers.get(name);
    if (said !== null) headers.set(name, said);
  }
  const photos = [...new Set(Array.from(text.matchAll(/\/pictures\/350\/[\w/.-]+/g), ([address]) => address))];
  const photoBytes = await keepPhotos(photos);
  // Somebody signed out meanwhile.
  if ((await value("owner")) !== owner) return;
  await (await caches.open("pages")).put(path, new Response(text, { headers }));
  const known = (await all("pages")).find((row) => row.path === path);
  await put("pages", {
    seen: 0,
    isToday: false,
    ...known,
    ...reason,
    path,
    title: readHtml(/<title>([^<]*) · /.exec(text)?.[1] ?? ""),
    at: Date.now(),
    saidAt: saidAt(answer),
    bytes: text.length + photoBytes,
    // A copy by a dictionary has a tag of its own; the one before its last dot names the page.
    etag: answer.headers.get("etag")?.replace(/\.[^."]+"$/, '"') ?? null,
    photos,
  });
  await trim();
}

/** @returns their size in bytes */
async function keepPhotos(addresses: readonly string[]): Promise<number> {
  const photos = await caches.open("photos");
  let size = 0;
  for (const address of addresses) {
    const known = await photos.match(address);
    const answer = known ?? (await fetch(address).catch(() => null));
    if (!answer?.ok) continue;
    if (!known) await photos.put(address, answer.clone());
    size += (await answer.blob()).size;
  }
  return size;
}

/** Forgets what was looked at longest ago, where there is too much; pages of today stay. */
async function trim(): Promise<void> {
  const rows = [...(await all("pages"))].sort((one, other) => other.seen - one.seen);
  let count = 0;
  let bytes = 0;
  for (const row of rows) {
    if (row.isToday) continue;
    count += 1;
    bytes += row.bytes;
    if (count > mostPages || bytes > mostBytes) await dropPage(row.path);
  }
  const used = new Set((await all("pages")).flatMap(({ photos }) => photos));
  const photos = await caches.open("photos");
  for (const { url } of await photos.keys()) if (!used.has(new URL(url).pathname)) await photos.delete(url);
}

/** What `/kept/pages` answers. */
interface Today {
  readonly pages: readonly string[];
  readonly documents: readonly { readonly href: string }[];
  /** When something was last erased for good in the workspace; null where nobody says. */
  readonly erasedAt: string | null;
}

/** Brings the pages of today up to date, and drops copies from before something was erased. */
export function refresh(): Promise<void> {
  return navigator.locks.request("refresh", { ifAvailable: true }, async (lock) => {
    const age = Date.now() - ((await value("refreshed")) ?? 0);
    if (lock === null || (await value("owner")) === undefined || (age >= 0 && age < refreshTime)) return;
    const answer = await ask("/kept/pages");
    if (statusOf(answer) === 401) return leave();
    if (statusOf(answer) !== 200) return;
    const { pages, documents, erasedAt }: Today = await answer.json();
    for (const row of await all("pages")) {
      if (erasedAt !== null && row.saidAt < Date.parse(erasedAt)) await dropPage(row.path);
      else if (row.isToday && !pages.includes(row.path)) await put("pages", { ...row, isToday: false });
    }
    for (const path of pages) {
      await copyPage(path, { isToday: true });
      for (const next of await nextFrom(path)) await copyPage(next, { isToday: true });
    }
    await keepDocuments(documents.map(({ href }) => href));
    await setValue("refreshed", Date.now());
  });
}

/** Where a page of today leads on, as its links say: to the next step of a deal. */
async function nextFrom(path: string): Promise<readonly string[]> {
  const { body } = (await savedText(path)) ?? { body: "" };
  return Array.from(body.matchAll(/<a href="([^"]+)" data-next=""/g), ([, address = ""]) => readHtml(address));
}

async function keepDocuments(addresses: readonly string[]): Promise<void> {
  const documents = await caches.open("documents");
  for (const { url } of await documents.keys()) {
    const { pathname, search } = new URL(url);
    if (!addresses.includes(pathname + search)) await documents.delete(url);
  }
  for (const address of addresses) {
    // A document may have a newer version at the same address.
    const tag = (await documents.match(address, { ignoreVary: true }))?.headers.get("etag");
    const unlessSame = tag ? { headers: { "if-none-match": tag }, cache: "no-store" as const } : {};
    const answer = await fetch(address, unlessSame).catch(() => null);
    if (answer?.ok && isOurs(answer)) await documents.put(address, answer);
  }
}

/** A photo or a document: from the network, or else as it was kept. */
export async function readFile(request: Request, name: "photos" | "documents"): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = (await isShown())
      ? await (await caches.open(name)).match(request.url, { ignoreVary: true })
      : undefined;
    if (kept) return kept;
    throw error;
  }
}

/** Whether copies may be shown: the server was heard of within three days, by a clock that may be wrong in either direction. */
async function isShown(): Promise<boolean> {
  if ((await value("owner")) === undefined) return false;
  if (Math.abs(Date.now() - ((await value("contact")) ?? 0)) < longestAway) return true;
  await wipe();
  return false;
}

/** A copy with a line that says from when it is; null where there is none to be shown. */
async function savedPage(path: string, why: string): Promise<Response | null> {
  const text = await savedText(path);
  if (text === null) return null;
  const [form] = await changesAt(path);
  // What was changed from this copy before would be an edit conflict the second time.
  if (form) return Response.redirect(`/waiting/change?form=${form.id}`, 303);
  const row = (await all("pages")).find((page) => page.path === path);
  const line = `<div class="note note-warn" role="status"><b>${why}</b> This page was saved at ${timeOf(row?.at ?? 0)}. What you send now is kept, and sent when the connection is back. <a href="${escapeHtml(path)}">Try again</a></div>`;
  const main = cut(text.body, "<main", ">");
  const body = text.body.replace(main, () => main + line);
  return new Response(withNewKeys(body), { headers: text.headers });
}

/** The bytes of a copy. */
export async function savedText(path: string): Promise<{ readonly body: string; readonly headers: Headers } | null> {
  const copy = (await isShown()) ? await (await caches.open("pages")).match(path, { ignoreVary: true }) : undefined;
  return copy ? { body: await copy.text(), headers: new Headers(copy.headers) } : null;
}

function timeOf(at: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return date.toLocaleString("en-US", isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
}

/** A form that creates something has another key each time that the copy is opened: it is another form. */
function withNewKeys(html: string): string {
  const keys = new Map<string, string>();
  return html.replace(/(name="_key" value=")([\da-f-]{36})"/g, (_whole, start: string, key: string) => {
    const fresh = keys.get(key) ?? crypto.randomUUID();
    keys.set(key, fresh);
    return `${start}${fresh}"`;
  });
}
