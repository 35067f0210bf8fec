import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import {
  type Picture,
  type PictureRequest,
  type Pictures,
  type PictureWidth,
  pictureWidths,
} from "#app/pictures/pictures.ts";
import type { Log } from "../log.ts";
import { createFairQueue, QueueFull } from "./fair-queue.ts";
import { createPictureCache } from "./picture-cache.ts";
import { createRemotePictures } from "./remote.ts";
import { drawIcon, scalePicture } from "./scaling.ts";
import { soon } from "./soon.ts";
import type { FetchUpstreamPicture } from "./upstream-pictures.ts";

/** Fetching takes most of the time. */
const limits = { atOnce: 8, milliseconds: 30_000 };

/** In case the disk is full (milliseconds). */
const atHandMs = 10_000;

type Drawn = Picture | "pending" | null;

/** 96 bits; RFC 2104 asks for 80. Compression does not shorten them, and a list has dozens. */
const signatureBytes = 12;

interface Options {
  /** The first one signs; all are valid. */
  secrets: readonly string[];
  /** Pictures below it are fetched as the current user. */
  upstreamUrl: string;
  folder: string;
  fetchFromUpstream: FetchUpstreamPicture;
  fetchRemote?: (url: URL) => Promise<Buffer | null>;
  log: Pick<Log, "warn">;
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "latchkey picture paths", 32));
}

function signWith(key: Buffer, message: string): Buffer {
  return createHmac("sha256", key).update(message).digest().subarray(0, signatureBytes);
}

function typeFor({ acceptsAvif }: Pick<PictureRequest, "acceptsAvif">): Picture["type"] {
  return acceptsAvif ? "image/avif" : "image/webp";
}

function widthOf(number: number): PictureWidth | null {
  return pictureWidths.find((width) => width === number) ?? null;
}

/** Other paths on the service's host get no token. */
function isBelow({ origin, pathname }: URL, root: URL): boolean {
  // Servers may decode these to separators.
  if (/%2f|%5c/i.test(pathname)) return false;
  const folder = root.pathname.endsWith("/") ? root.pathname : `${root.pathname}/`;
  return origin === root.origin && pathname.startsWith(folder);
}

/** `Pictures` on the server: signed paths, guarded fetching, scaling and a cache. */
export function createPictures(options: Options): Pictures {
  const { secrets, upstreamUrl, folder, fetchFromUpstream, fetchRemote = createRemotePictures(), log } = options;
  const cache = createPictureCache(folder);
  const upstream = new URL(upstreamUrl);
  const queue = createFairQueue(limits);
  const underWay = new Map<string, Promise<Drawn>>();
  const keys = secrets.map(keyOf);
  const [newest] = keys;
  if (newest === undefined) throw new Error("Pictures need at least one secret.");

  async function draw(name: string, request: PictureRequest, width: PictureWidth): Promise<Picture | null> {
    const url = URL.parse(request.source, upstream);
    const isOnUpstream = url !== null && isBelow(url, upstream);
    const bytes = url && (await (isOnUpstream ? fetchFromUpstream(url, request) : fetchRemote(url)));
    const picture = bytes && (await scalePicture(bytes, width, request.acceptsAvif));
    // Another user may be given the picture.
    if (bytes !== null || !isOnUpstream) await keep(name, request, picture);
    return picture;
  }

  /** Never rejects, since nobody may wait anymore. */
  async function drawInTurn(name: string, request: PictureRequest, width: PictureWidth): Promise<Drawn> {
    try {
      return await queue.run(request.workspaceId, () => draw(name, request, width));
    } catch (error) {
      if (error instanceof QueueFull) {
        underWay.delete(name);
        return "pending";
      }
      log.warn({ err: error }, "A picture could not be drawn");
      await keep(name, request, null);
      return null;
    } finally {
      setTimeout(() => underWay.delete(name), atHandMs).unref();
    }
  }

  function start(name: string, request: PictureRequest, width: PictureWidth): Promise<Drawn> {
    const drawing = drawInTurn(name, request, width);
    underWay.set(name, drawing);
    return drawing;
  }

  /** If the disk is full, it is drawn again. */
  async function keep(name: string, request: PictureRequest, picture: Picture | null): Promise<void> {
    try {
      await cache.put(name, typeFor(request), picture);
    } catch (error) {
      log.warn({ err: error }, "A drawn picture could not be kept");
    }
  }

  return {
    pathOf(source, width, workspaceId) {
      const signature = signWith(newest, messageOf(source, width, workspaceId)).toString("base64url");
      return `/pictures/${width}/${signature}/${writeSource(source)}`;
    },
    async read(request) {
      const source = readSource(request.source);
      const width = widthOf(request.width);
      if (width === null) return null;
      const message = messageOf(source, width, request.workspaceId);
      const signature = Buffer.from(request.signature, "base64url");
      const isOurs = (key: Buffer) => timingSafeEqual(signWith(key, message), signature);
      if (signature.byteLength !== signatureBytes || !keys.some(isOurs)) return null;

      const name = `${message}\0${request.acceptsAvif}`;
      const kept = await cache.get(name, typeFor(request));
      if (kept?.isFresh) return kept.picture;
      const drawing = underWay.get(name) ?? start(name, { ...request, source }, width);
      return kept?.picture ?? soon(drawing);
    },
    drawIcon,
  };
}

/** The workspace is signed, so that a path is invalid in another one. */
function messageOf(source: string, width: PictureWidth, workspaceId: string): string {
  return `${workspaceId}\0${width}\0${source}`;
}

/** A picture's source as part of a path. It hardly compresses, so an id at its end is written as 16 bytes. */

const ending = /^(?<before>.*)(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/s;

/** UTF-8 never begins with this byte. */
const packed = 0xff;
const idBytes = 16;

/** URL-safe. */
export function writeSource(source: string): string {
  const { before, id } = ending.exec(source)?.groups ?? {};
  if (before === undefined || id === undefined) return Buffer.from(source).toString("base64url");
  const bytes = Buffer.concat([Buffer.of(packed), Buffer.from(before), Buffer.from(id.replaceAll("-", ""), "hex")]);
  return bytes.toString("base64url");
}

/** Other input gives some invalid source. */
export function readSource(text: string): string {
  const bytes = Buffer.from(text, "base64url");
  if (bytes[0] !== packed || bytes.length <= idBytes) return bytes.toString();
  const id = bytes.subarray(-idBytes).toString("hex");
  const parts = [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)];
  return bytes.subarray(1, -idBytes).toString() + parts.join("-");
}
