import { sharedPath } from "../../session/shared-path.ts";
import { value } from "./database.ts";
import { flush, tell, writeForm } from "./forms.ts";
import { ownForms } from "./kept-forms.ts";
import { checkOwner, isOurs } from "./owner.ts";
import { noteSeen, readFile, readPage, refresh } from "./pages.ts";
import { worker } from "./scope.ts";
import { takeShare } from "./shares.ts";
import { notePage } from "./texts.ts";
import { answerWaiting, finishLeaving, isLeaving, signOut, waitingPath } from "./waiting.ts";

/**
 * The service worker of a device whose person has said that it is theirs: pages open and forms are kept without a connection.
 * Nothing is kept before the server has said whose device it is.
 */

/** What the browser asks for as if there were no worker: pages of nobody, of clients, of security, and files. */
const untouched =
  /^\/(login|sign-in|sign-out|signed-out|register|verify|invitation|password|outbox|client-portal|portal-view|shared|settings|account|workspace|assets|pictures|uploads|kept|scripts|device$)(\/|$)|\.(csv|ics|zip)$/;
const photo = /^\/pictures\/350\//;
const file = /^\/documents\/[^/]+\/content$/;

worker.addEventListener("install", (event) => {
  const others = [{ requestMode: "navigate" }, { urlPattern: { pathname: "/pictures/350/*" } }];
  const rules = [{ condition: { not: { or: others } }, source: "network" }] as const;
  event.waitUntil(
    Promise.resolve(event.addRoutes?.(rules))
      .catch(() => {})
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  // In Firefox a preload that fails fails the page, whatever the worker answers.
  if (worker.registration.sync) event.waitUntil(worker.registration.navigationPreload?.enable() ?? Promise.resolve());
});

worker.addEventListener("message", (event) => {
  event.waitUntil(greet(event.data, event.source?.url).catch(() => {}));
});

/** A page says whose it is: what waits is sent, and what it shows is kept. */
async function greet(token: unknown, address = ""): Promise<void> {
  if (await isLeaving()) await finishLeaving();
  if (token !== (await value("token")) || !(await value("privateKey"))) await checkOwner();
  await tell();
  await flush();
  if ((await value("owner")) === undefined) return;
  const { pathname, search } = new URL(address, location.href);
  if (!untouched.test(pathname)) await noteSeen(pathname + search);
  await refresh();
}

worker.addEventListener("sync", (event) => {
  event.waitUntil(
    flush().then(async () => {
      if ((await ownForms()).some(({ state }) => state === "waiting")) throw new Error("Some forms still wait.");
    }),
  );
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const path = url.pathname + url.search;
  if (url.origin !== location.origin) return;
  if (request.method === "GET" && photo.test(url.pathname)) return event.respondWith(readFile(request, "photos"));
  if (request.mode !== "navigate") return;
  if (request.method === "POST") {
    if (url.pathname === "/sign-out") event.respondWith(signOut(url));
    else if (url.pathname === sharedPath) event.respondWith(takeShare(event));
    else if (url.pathname.startsWith(waitingPath))
      event.respondWith(answerWaiting(event, url).then((answer) => answer ?? fetch(request)));
    else if (/^\/device(\/|$)/.test(url.pathname)) event.respondWith(passOn(event));
    else if (!untouched.test(url.pathname)) event.respondWith(writeForm(event, path));
    return;
  }
  // The answer of what is fetched ahead is kept by the browser as the page, so that it never is a copy.
  if (request.headers.get("sec-purpose")?.startsWith("prefetch") || untouched.test(url.pathname))
    return event.respondWith(passOn(event));
  event.respondWith(open(event, url, path));
});

async function open(event: FetchEvent, url: URL, path: string): Promise<Response> {
  if (await isLeaving()) {
    const left = await finishLeaving();
    return left ?? notePage("You are signed out on this device.", "Latchkey is told when there is a connection.", 503);
  }
  if (url.pathname.startsWith(waitingPath)) return (await answerWaiting(event, url)) ?? readPage(event, path);
  if (file.test(url.pathname)) return readFile(event.request, "documents");
  return readPage(event, path);
}

/** As if there were no worker. Pages to sign in have no scripts that would say who is there now. */
async function passOn(event: FetchEvent): Promise<Response> {
  const answer = (await event.preloadResponse) ?? (await fetch(event.request));
  if (isOurs(answer) && /^\/(login|device|signed-out)/.test(new URL(event.request.url).pathname))
    event.waitUntil(checkOwner());
  return answer;
}
