/** What a page weighs on the wire, byte for byte. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type HTMLElement, parse } from "node-html-parser";
import { type KeptDictionary, withDictionary } from "#tests/support/dictionaries.ts";
import { type Exchange, get } from "./exchange.ts";

export interface Weight {
  status: number;
  /** The document with its inlined styles, as compressed as the server sends it. */
  documentBytes: number;
  /** The same to a browser that has fetched the dictionary that the page names; not a number where it names none, as a redirect. */
  laterBytes: number;
  /** Scripts inside the document, as they stand there; their compressed form is part of the document's bytes. */
  inlineScriptBytes: number;
  /** Scripts in files of their own, compressed. */
  linkedScriptBytes: number;
  /** What the browser has to ask for besides the document before the page is whole, pictures left out. */
  linked: string[];
  /** Everything else that the page names: icons, manifest, pictures. */
  named: string[];
}

const asBrowser = { accept: "text/html", "accept-encoding": "gzip, deflate, br" };

/** Weighs a page as a browser with these cookies gets it. */
export async function weigh(url: string, cookie: string): Promise<Weight> {
  const headers = cookie === "" ? asBrowser : { ...asBrowser, cookie };
  const compressed = await get(url, headers);
  const { body, headers: said } = compressed;
  const html = said["content-encoding"] === "gzip" ? gunzipSync(body) : brotliDecompressSync(body);
  const document = parse(html.toString(), { blockTextElements: { script: true, style: true } });
  const scripts = document.querySelectorAll("script").filter((script) => isScript(script.getAttribute("type")));
  const links = document.querySelectorAll("link[href]");
  const linked = [
    ...scripts.flatMap((script) => script.getAttribute("src") ?? []),
    ...links.filter(isLoaded).flatMap((link) => link.getAttribute("href") ?? []),
  ].map((path) => new URL(path, url).href);
  const named = [
    ...links.filter((link) => !isLoaded(link)).flatMap((link) => link.getAttribute("href") ?? []),
    ...document.querySelectorAll("img[src]").flatMap((picture) => picture.getAttribute("src") ?? []),
  ].map((path) => new URL(path, url).href);
  const inlined = scripts.reduce((sum, script) => sum + Buffer.byteLength(script.text), 0);
  const separate = [...new Set(linked)];
  return {
    status: compressed.status,
    documentBytes: compressed.body.length,
    laterBytes: await laterBytesOf(url, compressed, headers),
    inlineScriptBytes: inlined,
    linkedScriptBytes: await totalOf(separate.filter((path) => new URL(path).pathname.endsWith(".js"))),
    linked: separate,
    named: [...new Set(named)].filter((address) => address.startsWith("http")),
  };
}

/** Data blocks, such as JSON, are not run. */
function isScript(type: string | undefined): boolean {
  return type === undefined || type === "module" || type === "text/javascript";
}

/** A picture that is asked for early is still a picture. */
function isLoaded(link: HTMLElement): boolean {
  const isPicture = link.getAttribute("as") === "image";
  return !isPicture && ["stylesheet", "modulepreload", "preload"].includes(link.getAttribute("rel") ?? "");
}

async function totalOf(addresses: readonly string[]): Promise<number> {
  let sum = 0;
  for (const address of addresses) sum += (await get(address, asBrowser)).body.length;
  return sum;
}

/** By the addresses that pages name. */
const dictionaries = new Map<string, Promise<KeptDictionary>>();

async function fetchDictionary(address: string): Promise<KeptDictionary> {
  return withDictionary(brotliDecompressSync((await get(address, asBrowser)).body));
}

async function laterBytesOf(url: string, first: Exchange, headers: Readonly<Record<string, string>>): Promise<number> {
  const [, path] = /^<([^>]+)>; rel="compression-dictionary"$/.exec(String(first.headers.link)) ?? [];
  if (path === undefined) return Number.NaN;
  const address = new URL(path, url).href;
  const fetching = dictionaries.get(address) ?? fetchDictionary(address);
  dictionaries.set(address, fetching);
  const dictionary = await fetching;
  const { body } = await get(url, { ...headers, "accept-encoding": "gzip, dcz", ...dictionary.headers });
  if (!dictionary.decode(body).endsWith("</html>")) throw new Error(`${url} is cut`);
  return body.length;
}
