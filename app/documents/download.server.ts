import type { RouterContextProvider } from "react-router";
import type { Download } from "../json-api/api.ts";
import { ApiError } from "../json-api/api-error.ts";
import { path } from "../json-api/path.ts";
import { dropBody } from "../session/drop-body.ts";
import { apiOf, load } from "../session/session.server.ts";
import { shownTypes } from "../uploads/document-kind.ts";
import { savedName } from "./download-name.ts";

type Context = Readonly<RouterContextProvider>;

/** Opens the bytes of a file, whole or as the browser asks for them. @throws ApiError */
export function openFile(context: Context, fileId: string, request?: Request): Promise<Download> {
  return apiOf(context).download(path`/files/${fileId}/content`, {
    ...(request === undefined ? {} : partAskedFor(request)),
    failure: "Failed to open the file",
  });
}

/**
 * Opens the files of an archive one after the other. Once no file can be read, the rest counts as missing at once: to wait for each
 * would take longer than the answer may.
 */
export class BundledFiles {
  readonly #open: (id: string) => Promise<Download>;
  #outage: ApiError | null = null;

  constructor(open: (id: string) => Promise<Download>) {
    this.#open = open;
  }

  /** Why no file can be read; null while they can be. */
  get outage(): ApiError | null {
    return this.#outage;
  }

  /** Null for a file that is gone, may not be read anymore, or cannot be read just now. */
  async open(id: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
    if (this.#outage !== null) return null;
    try {
      const { body } = await this.#open(id);
      return body ?? new Blob().stream();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === "unavailable" || error.kind === "busy") this.#outage = error;
      return null;
    }
  }
}

/** What of a browser's request says which part of a file it wants, for the service. */
export function partAskedFor({ method, headers }: Request) {
  const asked = ["range", "if-range", "if-none-match"].flatMap((name) => {
    const value = headers.get(name);
    return value ? [[name, value] as const] : [];
  });
  return { method: method === "HEAD" ? "HEAD" : "GET", headers: Object.fromEntries(asked) } as const;
}

export interface FileRequest {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
  /** Whether it is downloaded even where it could be shown. */
  readonly isSaved: boolean;
}

/**
 * A file as the browser gets it. Its headers are not the service's but made of what we know: nothing that could run is ever
 * shown, whatever its type claims.
 */
export async function answerDownload(context: Context, request: Request, file: FileRequest): Promise<Response> {
  const { fileId, name, mime, isSaved } = file;
  const opened = await load(openFile(context, fileId, request));
  const isInline = !isSaved && shownTypes.has(mime);
  return relayDownload(request, opened, {
    type: isInline ? shownContentType(mime, opened) : "application/octet-stream",
    disposition: dispositionOf(isInline ? "inline" : "attachment", name),
  });
}

/** A download passed on to the browser, whole or in part, under a type and a name that are known to be harmless. */
export async function relayDownload(
  request: Request,
  { status, header, body }: Download,
  { type, disposition }: { readonly type: string; readonly disposition: string },
): Promise<Response> {
  const headers = new Headers({
    "Content-Type": type,
    "Content-Disposition": disposition,
    "Accept-Ranges": "bytes",
    // Revalidated each time, since the permission may be gone.
    "Cache-Control": "private, no-cache",
    Vary: "Cookie",
  });
  for (const [known, form] of passedOn) {
    const value = header(known);
    if (value !== null && form.test(value)) headers.set(known, value);
  }
  const hasBody = request.method !== "HEAD" && status !== 304 && status !== 416;
  if (!hasBody) await dropBody(body);
  return new Response(hasBody ? body : null, { status, headers });
}

/** Upstream headers that are passed on, each with the only form that is accepted. */
const passedOn: readonly (readonly [name: string, form: RegExp])[] = [
  ["content-length", /^\d{1,15}$/],
  ["content-range", /^bytes (\d{1,15}-\d{1,15}|\*)\/(\d{1,15}|\*)$/],
  ["etag", /^(W\/)?"[\x21\x23-\x7e]{1,200}"$/],
];

/** Encodings that browsers can be told of: in none of them ASCII means something else, but in UTF-16, which is text all the same. */
const charsets =
  /; ?charset=(utf-16[lb]e|windows-\d{3,4}|iso-8859-\d{1,2}|koi8-r|shift_jis|big5|gb18030|euc-(?:jp|kr))$/i;

/** The Content-Type of a type that browsers show; a text is in the encoding that the service names, else in UTF-8. */
export function shownContentType(mime: string, { header }: Pick<Download, "header">): string {
  if (mime !== "text/plain") return mime;
  const [, charset = "utf-8"] = charsets.exec(header("content-type") ?? "") ?? [];
  return `text/plain; charset=${charset}`;
}

/**
 * A Content-Disposition header: the name in ASCII for old programs and, where that is not all, in UTF-8 for the others
 * (RFC 6266, RFC 8187). A name that is too long for a file is cut.
 */
export function dispositionOf(how: "inline" | "attachment", wanted: string): string {
  const name = savedName(wanted);
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, "_");
  const header = `${how}; filename="${plain}"`;
  if (plain === name) return header;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${header}; filename*=UTF-8''${encoded}`;
}
