/** The embedded object store over HTTP, and posts to it made by Amazon's own client. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost, type PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { onTestFinished } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import type { ObjectStore, PostReceiver } from "#server/upstream/storage/object-store.ts";
import { closeServer, listenLocally } from "./listening.ts";
import { bucket, createTestStore, signer } from "./test-store.ts";

export { signer };

export interface StoreService {
  readonly store: ObjectStore;
  readonly origin: string;
  /** URL that posts go to. */
  readonly url: string;
  /** Every file below the store's folder, by its size. */
  files(): number[];
}

/** Starts a store on a free port; it ends with the running test. */
export async function startStore(clock?: () => Date): Promise<StoreService> {
  const { store, folder, remove } = createTestStore(clock);
  const { server, origin } = await listen(receiverOf(store));
  onTestFinished(async () => {
    await closeServer(server);
    remove();
  });
  return { store, origin, url: `${origin}/api/storage/${bucket}`, files: () => filesOf(folder) };
}

export function receiverOf({ receiver }: ObjectStore): PostReceiver {
  if (receiver === null) throw new Error("The store takes no posts.");
  return receiver;
}

/** Serves what arrives for a store on a free port of this machine. */
export async function listen({ fetch }: Pick<PostReceiver, "fetch">): Promise<{ server: ServerType; origin: string }> {
  const server = createAdaptorServer({ fetch });
  return { server, origin: `http://127.0.0.1:${await listenLocally(server)}` };
}

/** Sizes of all files below a folder. */
export function filesOf(folder: string): number[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.size);
}

export interface SignedPost {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Lets Amazon's own client make a post. */
export async function presign(
  { origin }: Pick<StoreService, "origin">,
  options: Omit<PresignedPostOptions, "Bucket">,
  credentials: { accessKeyId: string; secretAccessKey: string } = signer,
): Promise<SignedPost> {
  const { region } = signer;
  const client = new S3Client({ region, credentials, endpoint: `${origin}/api/storage`, forcePathStyle: true });
  return createPresignedPost(client, { Bucket: bucket, ...options });
}

export interface StoreAnswer {
  readonly status: number;
  /** The code of a refusal; "" without one. */
  readonly code: string;
  readonly text: string;
  readonly headers: Headers;
}

export type Part = readonly [name: string, value: string | Blob];

/** Sends parts as a form, in their order. */
export async function postParts(url: string, parts: readonly Part[]): Promise<StoreAnswer> {
  const body = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, value, value instanceof File ? value.name : "file.bin");
  }
  return readAnswer(await fetch(url, { method: "POST", body }));
}

/** Sends a signed post with its file last. */
export function sendPost({ url, fields }: SignedPost, file: string | Blob | Uint8Array<ArrayBuffer>) {
  const content = file instanceof Blob ? file : new Blob([file]);
  return postParts(url, [...Object.entries(fields), ["file", content]]);
}

export async function readAnswer(response: Response): Promise<StoreAnswer> {
  const text = await response.text();
  const [, code = ""] = /<Code>(\w+)<\/Code>/.exec(text) ?? [];
  return { status: response.status, code, text, headers: response.headers };
}

/** The bytes under a key as text; null when there is no such object. */
export async function storedText(store: ObjectStore, key: string): Promise<string | null> {
  if ((await store.size(key)) === null) return null;
  return new Response(await store.read(key)).text();
}

export interface StoreProcess {
  readonly origin: string;
  /** Kills it at once, as a power cut would. */
  kill(): Promise<void>;
}

/** Starts the store in a process of its own on a folder. It ends with the running test. */
export async function startStoreProcess(folder: string): Promise<StoreProcess> {
  const program = join(projectRoot, "tests/support/store-process.ts");
  const child = spawn(process.execPath, [program, folder, signer.secretAccessKey], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(kill);
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  return { origin: String(line).trim(), kill };
}
