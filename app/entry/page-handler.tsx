import { randomBytes } from "node:crypto";
import { PassThrough, Writable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import type { ReactElement, ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import { type EntryContext, ServerRouter, type StaticHandlerContext } from "react-router";
import { areaOf, areas, isShared } from "../session/area.ts";
import { askedByWorker, ownerHeader } from "../session/asked-by-worker.ts";
import { ownerToken } from "../session/kept-device.server.ts";
import { DocumentContext, type DocumentParts, type EnhancerParts } from "../ui/document-parts.ts";
import { contentPolicy, developmentPolicy, hashSource } from "./content-policy.ts";
import { hasDeferred, settleDeferred } from "./deferred-data.ts";
import { readKept } from "./kept-data.ts";
import { answerWhole, fillPlaces, isKnown, type PlacedText, tagPage } from "./page-bytes.ts";
import { type PageHandle, readHandle } from "./page-handle.ts";
import { decideScripts, forgetScripts, pathWithoutScripts, runsNoScripts, type ScriptsDecision } from "./scripts.ts";
import { rulesPath } from "./speculation.ts";
import { inlineStyles, readUsedStyles } from "./used-styles.ts";

const doctype = "<!DOCTYPE html>";

/** Renders a page that never hydrates, with all its data. */
function renderWhole(page: ReactElement): string {
  return doctype + renderToString(page);
}

type RenderOptions = {
  /** "" for none. */
  readonly nonce: string;
  readonly signal: AbortSignal;
  /** RenderOptions is aborted after this long (milliseconds). */
  readonly patience: number;
  readonly onError: (error: unknown) => void;
};

function renderHydrating(page: ReactElement, rendering: RenderOptions): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    const sink = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece);
        done();
      },
      final(done) {
        resolve(Buffer.concat(pieces));
        done();
      },
    });
    const stop = start(page, rendering, Number.POSITIVE_INFINITY, {
      onAllReady: (pipe) => pipe(sink),
      onShellError: reject,
    });
    sink.once("close", stop);
  });
}

function renderStreaming(page: ReactElement, rendering: RenderOptions): Promise<ReadableStream<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const body = new PassThrough();
    // React reports an error when the browser closes the connection, which is none.
    const onError = (error: unknown) => (body.destroyed ? undefined : rendering.onError(error));
    const stop = start(page, { ...rendering, onError }, undefined, {
      onShellReady: (pipe) => {
        pipe(body);
        resolve(createReadableStreamFromReadable(body));
      },
      onShellError: reject,
    });
    body.once("close", stop);
  });
}

type Pipe = (destination: Writable) => void;
type Moments = {
  onAllReady?: (pipe: Pipe) => void;
  onShellReady?: (pipe: Pipe) => void;
  onShellError: (error: unknown) => void;
};

/** @returns a function to call when rendering has ended */
function start(
  page: ReactElement,
  { nonce, signal, patience, onError }: RenderOptions,
  chunk: number | undefined,
  moments: Moments,
) {
  const { pipe, abort } = renderToPipeableStream(page, {
    ...(nonce === "" ? {} : { nonce }),
    ...(chunk === undefined ? {} : { progressiveChunkSize: chunk }),
    onAllReady: () => moments.onAllReady?.(pipe),
    onShellReady: () => moments.onShellReady?.(pipe),
    onShellError: (error) => {
      stop();
      moments.onShellError(error);
    },
    onError,
  });
  const giveUp = () => abort(new Error("The page was aborted before it was complete."));
  const timer = setTimeout(giveUp, patience);
  signal.addEventListener("abort", giveUp, { once: true });
  function stop(): void {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
  return stop;
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
    const setPolicy = (styles: string, enhancer = enhancerHash) => {
      const policy = development
        ? developmentPolicy
        : contentPolicy({ styles, enhancer, scripts: decision.scripts, nonce, own: ownHash, keeps: owner !== null });
      headers.set("Content-Security-Policy", policy);
    };
    const isHead = request.method === "HEAD";
    if (hydrates) {
      setPolicy(sheet.hash);
      if (isHead) return new Response(null, { status, headers });
      const rendering = { nonce, signal: request.signal, patience: streamPatience, onError };
      const body = await renderWithScripts(request.url, page, parts, { ...rendering, waits });
      return Buffer.isBuffer(body) ? answerWhole(body, { status, headers }) : new Response(body, { status, headers });
    }
    // A dictionary holds the whole sheet: the rest of it costs nothing then, and leaving rules out would.
    const usesAll = sheet.text === null || request.headers.has("available-dictionary");
    const places = { ...parts, styles: sheet.text === null ? null : placeOfStyles, enhancer: inPlace(parts.enhancer) };
    const rendered = renderWithout(request.url, page, places);
    const used = usesAll ? sheet.whole : sheet.usedBy(rendered, owner === null ? [] : workersClasses);
    const script = rendered.includes('type="file"') ? scripts.withFileFields : scripts.always;
    setPolicy(used.hash, script.hash);
    if (isHead) return new Response(null, { status, headers });
    const texts: PlacedText[] = [
      [`<style>${placeOfStyles}</style>`, used.element],
      [`>${placeOfEnhancer}</script>`, script.ending],
    ];
    return answerWhole(fillPlaces(rendered, texts), { status, headers });
  };
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

type Rendering = Parameters<typeof renderStreaming>[1] & { readonly waits: boolean };

function renderWithout(url: string, context: EntryContext, parts: DocumentParts): string {
  // The hydration data is not read: canceling its stream would leave a timer.
  const { serverHandoffStream: _unread, ...silent } = context;
  return renderWhole(
    <DocumentContext value={parts}>
      <ServerRouter context={silent} url={url} />
    </DocumentContext>,
  );
}

function renderWithScripts(
  url: string,
  context: EntryContext,
  parts: DocumentParts,
  { waits, ...rendering }: Rendering,
) {
  const tree = (
    <DocumentContext value={parts}>
      <ServerRouter context={context} url={url} {...(rendering.nonce === "" ? {} : { nonce: rendering.nonce })} />
    </DocumentContext>
  );
  return waits ? renderStreaming(tree, rendering) : renderHydrating(tree, rendering);
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
