/** Files, folders and documents of somebody who is signed in, made as an app makes them. */

import { sql } from "drizzle-orm";
import { z } from "zod";
import type { TestAnswer, TestRecord } from "./answers.ts";
import { alderLane } from "./records.ts";
import type { Sent, TestPerson, UpstreamService } from "./upstream-service.ts";

const ticket = z.object({
  upload_uri: z.string(),
  storage_uri: z.string(),
  upload_fields: z.record(z.string(), z.string()),
  expiration_date: z.string(),
});
export type Ticket = z.infer<typeof ticket>;

export interface Upload {
  readonly name?: string;
  readonly content?: string | Uint8Array<ArrayBuffer>;
  readonly mime?: string;
}

function bytesOf({ content = "A short note." }: Upload): Uint8Array<ArrayBuffer> {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** Asks for a signed post. */
export function announce(person: TestPerson, upload: Upload & { size?: number } = {}): Promise<TestAnswer> {
  const { name = "note.txt", mime = "text/plain", size = bytesOf(upload).length } = upload;
  return person.send("POST", "/files/presigned_posts", { type: "presigned_post", attributes: { name, size, mime } });
}

export function ticketOf(answer: TestAnswer): Ticket {
  return ticket.parse(JSON.parse(answer.text));
}

/** Sends the bytes to the store, in process. */
export function postBytes({ upstream }: UpstreamService, { upload_uri, upload_fields }: Ticket, upload: Upload) {
  const body = new FormData();
  for (const [name, value] of Object.entries(upload_fields)) body.append(name, value);
  body.append("file", new Blob([bytesOf(upload)]), "blob");
  return upstream.fetch(new Request(upload_uri, { method: "POST", body }));
}

/** Makes a file of what was posted. @param given other attributes than the right ones */
export function createFile(
  person: TestPerson,
  { storage_uri, upload_fields }: Ticket,
  upload: Upload = {},
  given: object = {},
  sent: Sent = {},
): Promise<TestAnswer> {
  const { name = "note.txt", mime = "text/plain" } = upload;
  const right = { name, mime, size: bytesOf(upload).length, uri: storage_uri, storageKey: upload_fields.key };
  return person.send("POST", "/files", { type: "file", attributes: { ...right, ...given }, ...sent });
}

/** Uploads a file, in its three steps. */
export async function uploadFile(
  service: UpstreamService,
  person: TestPerson,
  upload: Upload = {},
): Promise<TestRecord> {
  const announced = ticketOf(await announce(person, upload));
  const { status } = await postBytes(service, announced, upload);
  if (status !== 204) throw new Error(`The store answered ${status}.`);
  return (await createFile(person, announced, upload)).record;
}

/** A picture that waits for a record to show it, as the database keeps it. Gives its URL. */
export async function newPicture({ database }: UpstreamService, { workspaceId }: TestPerson): Promise<string> {
  const { rows } = await database.orm.execute<{ id: string }>(sql`
    insert into upstream.pictures (workspace_id, media_type, bytes, small, held_until)
    values (${workspaceId}, 'image/webp', 'drawn', 'small', now() + interval '1 day') returning id`);
  return `/api/pictures/${rows[0]?.id}`;
}

/** Adds a photo to a property. */
export async function addPhoto(
  service: UpstreamService,
  person: TestPerson,
  packageId: string,
  attributes: object = {},
): Promise<TestRecord> {
  const url = await newPicture(service, person);
  const given = { packageId, url, ...attributes };
  return (await person.send("POST", "/package_photos", { type: "package_photo", attributes: given })).record;
}

export function newFolder(person: TestPerson, attributes: object): Promise<TestAnswer> {
  return person.send("POST", "/folders", { type: "folder", attributes });
}

/** Uploads a file and makes a document of it. @param attributes where, and what else */
export async function addDocument(
  service: UpstreamService,
  person: TestPerson,
  attributes: object = {},
  upload: Upload = {},
): Promise<TestAnswer> {
  const { id } = await uploadFile(service, person, upload);
  return person.send("POST", "/documents?include=versions", {
    type: "document",
    attributes: { fileId: id, ...attributes },
  });
}

export async function newPackage(person: TestPerson, attributes: object = {}): Promise<TestRecord> {
  const place = { ...alderLane, ...attributes };
  return (await person.send("POST", "/packages", { type: "package", attributes: place })).record;
}

/** What `path` answers, with its bytes as text. */
export async function readBytes(
  { upstream }: UpstreamService,
  person: TestPerson,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<{ status: number; headers: Headers; bytes: Uint8Array; text: string }> {
  const own = { authorization: `Bearer ${person.token}`, "x-workspace-id": person.workspaceId };
  const response = await upstream.fetch(
    new Request(`http://upstream.test/api${path}`, { method, headers: { ...own, ...headers } }),
  );
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes, text: new TextDecoder().decode(bytes) };
}
