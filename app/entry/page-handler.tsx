import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import type { ReactElement, ReactNode } from "react";
import { renderToPipeableStream, renderToStaticMarkup, renderToString } from "react-dom/server";
import { type EntryContext, ServerRouter, type StaticHandlerContext } from "react-router";
import { areaOf, areas, isShared } from "../session/area.ts";
import { askedByWorker, ownerHeader } from "../session/asked-by-worker.ts";
import { ownerToken } from "../session/kept-device.server.ts";
import { DocumentContext, type DocumentParts, type EnhancerParts } from "../ui/document-parts.ts";
import { contentPolicy, developmentPolicy, hashSource } from "./content-policy.ts";
import { hasDeferred, settleDeferred } from "./deferred-data.ts";
import { readKept } from "./kept-data.ts";
import { answerWhole, fillPlaces, isKnown, tagPage } from "./page-bytes.ts";
import { encodeData } from "./page-data.ts";
import { type PageHandle, readHandle } from "./page-handle.ts";
import { decideScripts, forgetScripts, pathWithoutScripts, runsNoScripts, type ScriptsDecision } from "./scripts.ts";
import { rulesPath } from "./speculation.ts";
import { inlineStyles, readUsedStyles } from "./used-styles.ts";

type RenderOptions = {
  /** "" for none. */
  readonly nonce: string;
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
};

/** A page that waits for some of its data: what is there is sent, and the rest as it comes. */
function renderStreaming(page: ReactElement, rendering: RenderOptions): Promise<ReadableStream<Uint8Array>> {
  const { nonce, signal } = rendering;
  return new Promise((resolve, reject) => {
    const body = new PassThrough();
    // React reports an error when the browser closes the connection, which is none.
    const onError = (error: unknown) => (body.destroyed ? undefined : rendering.onError(error));
    const { pipe, abort } = renderToPipeableStream(page, {
      ...(nonce === "" ? {} : { nonce }),
      onShellReady: () => {
        pipe(body);
        resolve(createReadableStreamFromReadable(body));
      },
      onShellError: (error) => {
        stop();
        reject(error);
      },
      onError,
    });
    const giveUp = () => abort(new Error("The page was aborted before it was complete."));
    const timer = setTimeout(giveUp, streamPatience);
    signal.addEventListener("abort", giveUp, { once: true });
    function stop(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
    body.once("close", stop);
  });
}

/** How long a page that cannot stream waits for deferred data (milliseconds). */
const panelPatience = 1000;
/** How long a streamed page may take (milliseconds). */
export const streamPatience = 20_000;

type PortalOptions = {
  readonly styles: string | null;
  readonly languageOf: (request: Request) => string;
  /** Stands in place of a page whose loaders never ran. */
  readonly failure: ReactNode;
};

type PageHandlerOptions = {
  /** The styles to inline; null in development, where they are linked. */
  readonly styles: string | null;
  readonly portal: PortalOptions;
  readonly enhancer: string;
  /** What is added to it on pages with a field for files, and on those that hydrate. */
  readonly fileFields?: string;
  /** Scripts of single pages' own, by the names in their handles. */
  readonly ownScripts?: Readonly<Record<string, string>>;
  /** Vite's client needs inline scripts, a socket and its own styles. */
  readonly development: boolean;
};

type PageRequest = {
  readonly request: Request;
  readonly status: number;
  /** From the routes' `headers`. */
  readonly headers: Headers;
  readonly page: EntryContext;
  /** The id under which the log has it. */
  readonly requestId: string;
  /** Whose pages the device keeps; null where it keeps none. */
  readonly owner: string | null;
  readonly onError: (error: unknown) => void;
};

/** Creates the handler of all documents: from the loaders' data to headers and HTML. */
export function createPageHandler(options: PageHandlerOptions) {
  const { styles, portal, enhancer: always, fileFields = "", ownScripts = {}, development } = options;
  const enhancer = fileFields === "" ? always : `${always}\n${fileFields}`;
  const sheets = {
    staff: readSheet(styles, "/app/ui/app.css"),
    portal: readSheet(portal.styles, "/app/client-pages/client-pages.css"),
  };
  const scripts = { withFileFields: endScript(enhancer), always: endScript(always) };
  const enhancerHash = scripts.withFileFields.hash;

  return async function handlePage(asked: PageRequest): Promise<Response> {
    const { request, status, headers, page, requestId, onError } = asked;
    const found = page.staticHandlerContext;
    found.loaderData = { ...readKept(found.loaderData) };
    const handles = found.matches.map(({ route, pathname }) => readHandle(route.handle, pathname));
    const isForClients = handles.some((handle) => handle.sheet === "portal") && !failsForStaff(found, request.url);
    const sheet = isForClients ? sheets.portal : sheets.staff;
    const own = ownScripts[handles.find(({ ownScript }) => ownScript !== undefined)?.ownScript ?? ""];
    const ownHash = own === undefined ? undefined : hashSource(own);
    const hashes = { styles: sheet.hash, enhancer: enhancerHash, own: ownHash };
    const decision = decideOn(request, handles);
    const owner = decision.scripts === "none" ? null : asked.owner;
    const hydrates = decision.scripts === "full";
    const savesData = request.headers.get("Save-Data") === "on";
    if (!hydrates) found.loaderData = { ...(await settleDeferred(found.loaderData, panelPatience, onError)) };
    const waits = hydrates && hasDeferred(found.loaderData);

    headers.set("Content-Type", "text/html; charset=utf-8");
    headers.set("Cache-Control", "private, no-cache");
    headers.append("Vary", "Cookie, Save-Data");
    // A page that hydrates fetches ahead by itself.
    if (!hydrates && !savesData) headers.set("Speculation-Rules", `"${rulesPath}"`);
    if (runsNoScripts(request.url)) headers.append("Set-Cookie", forgetScripts);

    const isRead = request.method === "GET" || request.method === "HEAD";
    if (owner !== null) {
      const isKept = isRead && status === 200 && found.errors === null && handles.some(({ kept }) => kept);
      const form = hydrates ? "full" : "light";
      headers.set(ownerHeader, `${owner};${isKept ? form : "never"}`);
    }
    const holdsCreateForm = handles.some((handle) => handle.form === "create");
    // In development the sources change without the tag changing.
    const isTagged = isRead && status === 200 && found.errors === null && !waits && !holdsCreateForm && !development;
    if (isTagged) {
      // A 304 leaves a kept page the headers that it has, and who saves data has others.
      const tag = tagPage([page.manifest.version, hashes, decision, savesData, owner, found.loaderData]);
      headers.set("ETag", tag);
      if (isKnown(tag, request.headers.get("If-None-Match"))) return unchanged(headers);
    }

    const parts = {
      scripts: decision.scripts,
      requestId,
      styles: sheet.text,
      sheetAddress: sheet.address,
      ...(sheet === sheets.portal ? { language: portal.languageOf(request), failure: portal.failure } : {}),
      // In development there are no built files to fetch.
      enhancer: enhancerParts(enhancer, decision, { manifest: development ? "" : page.manifest.url, owner }),
      ownScript: hydrates ? undefined : own,
      // A POST cannot be requested again.
      withoutScripts: hydrates && request.method === "GET" ? pathWithoutScripts(request.url) : null,
    };
    const nonce = hydrates && !development ? randomBytes(16).toString("base64") : "";
    const setPolicy = (styles: string, enhancer = enhancerHash): void => {
      const policy = development
        ? developmentPolicy
        : contentPolicy({ styles, enhancer, scripts: decision.scripts, nonce, own: ownHash, keeps: owner !== null });
      headers.set("Content-Security-Policy", policy);
    };
    if (hydrates) {
      setPolicy(sheet.hash);
      if (request.method === "HEAD") return new Response(null, { status, headers });
    }
    // React Router's own encoding of the data is not read.
    const { serverHandoffStream: _unread, ...silent } = { ...page, manifest: partOf(page.manifest, found) };
    const { text: data, stream } = hydrates ? encodeData(found) : { text: "", stream: null };
    if (stream !== null) {
      const tree = treeOf(
        request.url,
        { ...silent, serverHandoffStream: stream(patientSignal(request)) },
        parts,
        nonce,
      );
      const body = await renderStreaming(tree, { nonce, signal: request.signal, onError });
      return new Response(body, { status, headers });
    }
    const places = { ...parts, styles: sheet.text === null ? null : placeOfStyles, enhancer: inPlace(parts.enhancer) };
    // What marks the places of texts and parts for hydration is left out where nothing hydrates.
    const render = hydrates ? renderToString : renderToStaticMarkup;
    const rendered = doctype + render(treeOf(request.url, silent, places, nonce));
    // A page that hydrates becomes others. A dictionary holds the whole sheet: the rest of it costs nothing then, and leaving rules out would.
    const usesAll = hydrates || sheet.text === null || request.headers.has("available-dictionary");
    const used = usesAll ? sheet.whole : sheet.usedBy(rendered, owner === null ? [] : workersClasses);
    const script = hydrates || rendered.includes('type="file"') ? scripts.withFileFields : scripts.always;
    setPolicy(used.hash, script.hash);
    if (request.method === "HEAD") return new Response(null, { status, headers });
    const whole = hydrates ? rendered.replace(ending, () => dataScript(data, nonce) + ending) : rendered;
    const texts = [
      [`<style>${placeOfStyles}</style>`, used.element],
      [`>${placeOfEnhancer}</script>`, script.ending],
    ] as const;
    return answerWhole(fillPlaces(whole, texts), { status, headers });
  };
}

const doctype = "<!DOCTYPE html>";
const ending = "</body></html>";

/** Gives the data to the script by which React Router starts a page. @param data JSON, which is a literal of JavaScript too */
function dataScript(data: string, nonce: string): string {
  const literal = data.replaceAll("<", "\\u003c");
  const give = `(c=>{c.enqueue(JSON.stringify(${literal})+"\\n");c.close()})(__reactRouterContext.streamController)`;
  return `<script${nonce === "" ? "" : ` nonce="${nonce}"`}>${give}</script>`;
}

/** Ends when the browser closed the connection, or a while after the page was given up. */
function patientSignal({ signal }: Request): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(streamPatience + 1000)]);
}

/** Replaced together with tags around them, which nobody can type: what people typed is escaped. */
const placeOfStyles = "/*styles*/";
const placeOfEnhancer = "/*enhancer*/";

function inPlace(enhancer: EnhancerParts | null): EnhancerParts | null {
  return enhancer === null ? null : { ...enhancer, text: placeOfEnhancer };
}

function endScript(text: string) {
  return { ending: Buffer.from(`>${text}</script>`), hash: hashSource(text) };
}

const addedClasses = ["pending", "dropping"];
/** What the worker of a device adds to a page that it shows without a connection. */
const workersClasses = ["note", "note-warn"];

function readSheet(text: string | null, address: string) {
  const whole = inlineStyles(text ?? "");
  return { text, whole, hash: whole.hash, address, usedBy: readUsedStyles(text ?? "", addedClasses) };
}

function decideOn({ url, headers }: Request, handles: readonly PageHandle[]): ScriptsDecision {
  const decision = decideScripts(handles, headers);
  const isRefused = decision.scripts === "full" && (runsNoScripts(url) || askedByWorker(headers) === "copy");
  return isRefused ? { scripts: "enhanced", adaptive: false } : decision;
}

/** Without a policy, which would replace the cached one, whose nonce the page's scripts have. */
function unchanged(full: Headers): Response {
  const headers = new Headers();
  for (const name of ["ETag", "Cache-Control", "Vary"]) headers.set(name, full.get(name) ?? "");
  return new Response(null, { status: 304, headers });
}

/** The manifest with the routes of this page alone: React Router would make all others anew for it. */
function partOf(manifest: EntryContext["manifest"], { matches }: StaticHandlerContext): EntryContext["manifest"] {
  const ids = matches.map(({ route }) => route.id);
  return { ...manifest, routes: Object.fromEntries(ids.map((id) => [id, manifest.routes[id]])) };
}

function treeOf(url: string, context: EntryContext, parts: DocumentParts, nonce: string): ReactElement {
  return (
    <DocumentContext value={parts}>
      <ServerRouter context={context} url={url} {...(nonce === "" ? {} : { nonce })} />
    </DocumentContext>
  );
}

function enhancerParts(
  text: string,
  { scripts, adaptive }: ScriptsDecision,
  { manifest, owner }: { readonly manifest: string; readonly owner: string | null },
): EnhancerParts | null {
  if (scripts === "none") return null;
  const parts = owner === null ? { text } : { text, keep: ownerToken(owner) };
  if (!adaptive) return parts;
  return scripts === "full" ? { ...parts, adapted: true } : { ...parts, manifest };
}

/** Whether a page that staff see in the look of the portal, as a preview, failed before its layouts were there. */
function failsForStaff({ errors }: Pick<StaticHandlerContext, "errors">, url: string): boolean {
  const { pathname } = new URL(url);
  return errors !== null && "root" in errors && areaOf(pathname) === areas.staff && !isShared(pathname);
}
