/**
 * The one small script of pages that do not hydrate. Hydrating pages have it too, until they are hydrated. It is inlined in the
 * document, so it has no imports and no exports. The page works without it.
 */

/** A navigation that takes longer shows the pending bar (milliseconds). */
const pendingDelay = 1000;
const pendingBar = '<div class="pending" role="progressbar" aria-label="Pending" aria-live="polite"></div>';
/** Time after which a form is enabled again when no new page came, as with downloads (milliseconds). */
const giveUp = 30_000;
/** Time from request to last byte of the document; longer means a slow connection (milliseconds). */
const fastDocument = 400;
/** The width of the icon that is answered while a picture is being drawn (pixels); the picture is asked for again. */
const iconWidth = 32;
/** Times that it is asked for again, each after two seconds more than the one before. */
const mostTimes = 5;
/** How many of the imported files are fetched: with the layouts fewer than 40 in all, for all but a few kB of a page's scripts. */
const mostImported = 22;
/** While forms wait to be sent, it is tried so often (milliseconds). */
const waitingPause = 30_000;
/** How long the result is remembered: a week (seconds). */
const trust = 604_800;

type Connection = { saveData?: boolean; effectiveType?: string };
/** The list of routes as the build packs it, by columns: `files` begins with those that most routes import. */
type Packed = {
  others: { entry: { module: string; imports: string[] } };
  files: string[];
  modules: string[];
  parents: number[];
};

const settings = document.currentScript?.dataset ?? {};
const sending = new Map<HTMLFormElement, HTMLButtonElement | null>();
let leaving: ReturnType<typeof setTimeout> | undefined;

/** A form is sent once: its button is disabled and shows a spinner until the next page is loaded. */
function guard(event: SubmitEvent): void {
  const form = event.target;
  // The page's own script submits the form.
  if (event.defaultPrevented) closeMenus(null);
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  if ((button?.formMethod || form.method) === "dialog" || (button?.formTarget || form.target) !== "") return;
  if (sending.has(form)) {
    event.preventDefault();
    return;
  }
  sending.set(form, button);
  leave();
  // After the submission, since a disabled button is not part of the form data.
  setTimeout(() => setBusy(button, true));
}

function setBusy(button: HTMLButtonElement | null, busy: boolean): void {
  if (button === null) return;
  button.disabled = busy;
  if (busy) button.setAttribute("aria-busy", "true");
  else button.removeAttribute("aria-busy");
}

function leave(): void {
  clearTimeout(leaving);
  leaving = setTimeout(() => {
    document.body.insertAdjacentHTML("beforeend", pendingBar);
    leaving = setTimeout(stay, giveUp);
  }, pendingDelay);
}

/** The page is shown again, from the back/forward cache, or still, since the response was no page. */
function stay(): void {
  clearTimeout(leaving);
  for (const button of sending.values()) setBusy(button, false);
  sending.clear();
  for (const bar of document.querySelectorAll("body > .pending")) bar.remove();
}

function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null) return;
  if (link.hash !== "" && link.pathname === location.pathname && link.search === location.search) {
    document.getElementById(decodeURIComponent(link.hash.slice(1)))?.focus();
    return;
  }
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target !== "";
  if (event.defaultPrevented || elsewhere || link.download !== "" || !/^https?:$/.test(link.protocol)) return;
  leave();
}

/** Closes open menus, except the one that contains `inside`. */
function closeMenus(inside: EventTarget | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details[name=menu][open]")) {
    if (!(inside instanceof Node && menu.contains(inside))) menu.open = false;
  }
}

/** A click into a text that is there to be copied selects it, and the button behind it copies. */
function copy({ target }: MouseEvent): void {
  if (!(target instanceof HTMLElement)) return;
  const button = target.nextElementSibling ?? target;
  const field = button instanceof HTMLElement && "copies" in button.dataset ? button.previousElementSibling : null;
  if (!(field instanceof HTMLInputElement)) return;
  field.select();
  // Unlike the clipboard's own methods also where the connection is not encrypted.
  if (target === button && document.execCommand("copy")) button.textContent = "Copied";
}

/** Escape closes the open menu, and the arrow keys, Home and End go through its lines. */
function steerMenu(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey } = event;
  const menu = document.querySelector<HTMLDetailsElement>("details[name=menu][open]");
  if (menu === null) return;
  if (key === "Escape") {
    menu.open = false;
    menu.querySelector("summary")?.focus();
  }
  const isIn = target instanceof HTMLElement && menu.contains(target) && !target.matches("input, select, textarea");
  if (!isIn || altKey || ctrlKey || metaKey) return;
  const lines = [...menu.querySelectorAll<HTMLElement>("a, button")].filter((line) => line.checkVisibility());
  const place = lines.indexOf(target);
  const next = { ArrowDown: (place + 1) % lines.length, ArrowUp: Math.max(place, 0) - 1, Home: 0, End: -1 }[key];
  if (next === undefined) return;
  event.preventDefault();
  lines.at(next)?.focus();
}

/** The address differs, since browsers do not ask for a picture of the same page twice. */
function awaitPicture({ target }: Event): void {
  if (!(target instanceof HTMLImageElement) || target.naturalWidth !== iconWidth) return;
  const { src } = target;
  const url = new URL(src);
  const time = Number(url.searchParams.get("again")) + 1;
  if (time > mostTimes) return;
  url.searchParams.set("again", `${time}`);
  setTimeout(() => {
    if (target.src === src) target.src = url.href;
  }, time * 2000);
}

/** The connection is fast: no Save-Data, and the document was loaded quickly. */
function isGood(): boolean {
  const connection: Connection = "connection" in navigator ? (navigator.connection ?? {}) : {};
  if (connection.saveData || /2g|3g/.test(connection.effectiveType ?? "")) return false;
  const [document] = performance.getEntriesByType("navigation");
  return document instanceof PerformanceNavigationTiming && document.responseEnd - document.requestStart < fastDocument;
}

/** The files that most pages need: those of the layouts, and those that most routes import. A page fetches its own few itself. */
async function listAssets(address: string): Promise<Set<string>> {
  const text = await (await fetch(address)).text();
  const [line = ""] = text.split("\n", 1);
  const { others, files, modules, parents }: Packed = JSON.parse(line.slice(line.indexOf("{"), -1));
  const layouts = modules.filter((_module, place) => parents.includes(place));
  const named = [...layouts, ...files.slice(0, mostImported)].map((name) => `/assets/${name}.js`);
  return new Set([others.entry.module, ...others.entry.imports, ...named]);
}

async function fetchAhead(address: string): Promise<void> {
  try {
    const assets = address === "" ? [] : await listAssets(address);
    const responses = await Promise.all([...assets].map((asset) => fetch(asset, { priority: "low" })));
    const bodies = await Promise.all(responses.map((response) => response.ok && response.arrayBuffer()));
    if (bodies.every((body) => body !== false)) remember(true);
  } catch {
    // Failed: the next page does not hydrate either.
  }
}

/** Pages hydrate while this cookie is set. */
function remember(full: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: WebKitGTK and Safari before 18.4 have no cookie store.
  document.cookie = `lk_scripts=full; Path=/; Max-Age=${full ? trust : 0}; SameSite=Lax`;
}

/** Says to the worker whose page this is, and shows what it says of forms that wait. */
function greetWorker(owner: string): void {
  const { serviceWorker } = navigator;
  const slot = document.getElementById("waits");
  const greet = () => serviceWorker.ready.then(({ active }) => active?.postMessage(owner));
  serviceWorker.onmessage = ({ data }) => {
    if (!slot) return;
    slot.textContent = data;
    slot.hidden = !data;
  };
  serviceWorker.register("/worker.js").then(greet);
  addEventListener("online", greet);
  setInterval(() => slot?.hidden || greet(), waitingPause);
}

/** When the browser is idle: decides whether the next pages hydrate. */
function adapt(): void {
  const { manifest, adapted, keep } = settings;
  // Absent where the connection is not encrypted.
  if (keep && "serviceWorker" in navigator) greetWorker(keep);
  if (adapted !== undefined && !isGood()) remember(false);
  if (manifest !== undefined && isGood()) fetchAhead(manifest);
}

// On window, so that the page's own handlers run first.
addEventListener("submit", guard);
addEventListener("click", (event) => {
  const { target } = event;
  closeMenus(target instanceof Element && target.closest("a") ? null : target);
  follow(event);
  copy(event);
});
addEventListener("focusin", (event) => closeMenus(event.target));
addEventListener("keydown", steerMenu);
addEventListener("pageshow", (event) => event.persisted && stay());
// Loads of pictures do not bubble.
document.addEventListener("load", awaitPicture, true);
addEventListener("load", () => {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) requestIdleCallback(adapt);
  else setTimeout(adapt, 200);
});
