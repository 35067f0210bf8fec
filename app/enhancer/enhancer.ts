/**
 * The one small script of pages that do not hydrate; hydrating pages have it too, for the time before they do.
 * It stands inline in the document, so it is a script of its own: no imports, no exports. The page works without it.
 */

/** A page that takes longer than this to leave is said to load (milliseconds). */
const pendingDelay = 1000;
/** After this long an answer that replaced no page (a download, say) gives the form back (milliseconds). */
const giveUp = 30_000;
/** Request to last byte of the document: what takes longer is a slow connection (milliseconds). */
const fastDocument = 400;
/** How long the connection is taken to stay good: a week (milliseconds). */
const trust = 604_800_000;

type Connection = { saveData?: boolean; effectiveType?: string };
type Entry = { module: string; imports?: string[]; css?: string[]; parentId?: string };
type Manifest = { entry: Entry; routes: Record<string, Entry>; url: string };

const settings = document.currentScript?.dataset ?? {};
const sending = new Map<HTMLFormElement, HTMLButtonElement | null>();
let leaving: ReturnType<typeof setTimeout> | undefined;

/** A form is sent once: its button is disabled and spins until the next page is there. */
function guard(event: SubmitEvent): void {
  const form = event.target;
  // The page's own script sends it and stays.
  if (event.defaultPrevented) closeMenus(null);
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  const button = event.submitter instanceof HTMLButtonElement ? event.submitter : null;
  if ((button?.formMethod || form.method) === "dialog" || form.target !== "") return;
  if (sending.has(form)) {
    event.preventDefault();
    return;
  }
  sending.set(form, button);
  leave();
  // Only afterwards: a disabled button would not be sent along.
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
    const bar = document.createElement("div");
    bar.className = "pending";
    bar.role = "progressbar";
    bar.ariaLabel = "Pending";
    bar.ariaLive = "polite";
    document.body.append(bar);
    leaving = setTimeout(stay, giveUp);
  }, pendingDelay);
}

/** The page is there again, or still: out of the back/forward cache, or because the answer was none to show. */
function stay(): void {
  clearTimeout(leaving);
  for (const button of sending.values()) setBusy(button, false);
  sending.clear();
  for (const bar of document.querySelectorAll("body > .pending")) bar.remove();
}

/** Ordinary clicks on links that leave this document. */
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

/** Open menus but the one that `inside` lies in. */
function closeMenus(inside: EventTarget | null): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details[name=menu][open]")) {
    if (!(inside instanceof Node && menu.contains(inside))) menu.open = false;
  }
}

function closeByKey(event: KeyboardEvent): void {
  if (event.key !== "Escape") return;
  const menu = document.querySelector<HTMLDetailsElement>("details[name=menu][open]");
  if (menu === null) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

/** The connection has shown that it can carry more: nobody asked to save data, and the document itself came fast. */
function isGood(): boolean {
  const connection: Connection = "connection" in navigator ? (navigator.connection ?? {}) : {};
  if (connection.saveData || /2g|3g/.test(connection.effectiveType ?? "")) return false;
  const [document] = performance.getEntriesByType("navigation");
  return document instanceof PerformanceNavigationTiming && document.responseEnd - document.requestStart < fastDocument;
}

/** Every file of the app but those of pages that never hydrate. */
async function listAssets(address: string): Promise<string[]> {
  const text = await (await fetch(address)).text();
  const manifest: Manifest = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1));
  const skipped = (settings.skip ?? "").split(" ");
  const isSkipped = (id: string | undefined): boolean =>
    id !== undefined && (skipped.includes(id) || isSkipped(manifest.routes[id]?.parentId));
  const routes = Object.entries(manifest.routes).filter(([id]) => !isSkipped(id));
  const entries = [manifest.entry, ...routes.map(([, entry]) => entry)];
  return [...new Set(entries.flatMap((entry) => [entry.module, ...(entry.imports ?? []), ...(entry.css ?? [])]))];
}

async function fetchAhead(address: string): Promise<void> {
  try {
    const assets = address === "" ? [] : await listAssets(address);
    const answers = await Promise.all(assets.map((asset) => fetch(asset, { priority: "low" })));
    const bodies = await Promise.all(answers.map((answer) => answer.ok && answer.arrayBuffer()));
    if (bodies.every((body) => body !== false)) await remember(true);
  } catch {
    // The connection was not that good after all: the next page comes as this one did.
  }
}

/** The next page hydrates while this cookie is there. Browsers without a cookie store keep their small pages. */
async function remember(full: boolean): Promise<void> {
  if (!("cookieStore" in window)) return;
  const cookie = { name: "lk_scripts", path: "/" };
  if (!full) return cookieStore.delete(cookie);
  await cookieStore.set({ ...cookie, value: "full", sameSite: "lax", expires: Date.now() + trust });
}

/** Once the page is there and the browser has nothing to do: more, or less, from the next page on. */
function adapt(): void {
  const { manifest, adapted } = settings;
  if (adapted !== undefined && !isGood()) remember(false);
  if (manifest !== undefined && isGood()) fetchAhead(manifest);
}

// On window: whatever the page's own handlers decide, they decide before.
addEventListener("submit", guard);
addEventListener("click", (event) => {
  const { target } = event;
  closeMenus(target instanceof Element && target.closest("a") ? null : target);
  follow(event);
});
addEventListener("focusin", (event) => closeMenus(event.target));
addEventListener("keydown", closeByKey);
addEventListener("pageshow", (event) => event.persisted && stay());
addEventListener("load", () => {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) requestIdleCallback(adapt);
  else setTimeout(adapt, 200);
});
