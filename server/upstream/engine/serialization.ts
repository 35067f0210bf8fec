import { createHash } from "node:crypto";
import type { Answer, PageState } from "./answer.ts";
import { mediaType } from "./negotiation.ts";
import type { Linkage, WireRecord } from "./record.ts";

export interface SerializationOptions {
  /** Absolute URL of the API's root, as in "http://localhost:41100/api". */
  readonly root: string;
  readonly url: URL;
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
}

/** An answer as it is sent, stored beside an Idempotency-Key, and sent again. */
export interface SerializedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The tag of one record, without quotes; null when the record has no version. */
export function recordTag(record: WireRecord): string | null {
  return record.version === undefined ? null : `${record.id}-${record.version}`;
}

/** Writes an answer as JSON:API. */
export function serializeAnswer(
  answer: Exclude<Answer, { kind: "raw" }>,
  options: SerializationOptions,
): SerializedAnswer {
  if (answer.kind === "nothing") return { status: 204, headers: {}, body: "" };
  const isOne = answer.kind === "record";
  const body = JSON.stringify({
    data: isOne ? writeRecord(answer.record, options) : answer.records.map((record) => writeRecord(record, options)),
    ...(answer.included && { included: answer.included.map((record) => writeRecord(record, options)) }),
    jsonapi: { version: "1.0" },
    links: isOne ? { self: encoded(options.url) } : pageLinks(answer.page, options.url),
    meta: isOne || !answer.page ? {} : { page: pageMeta(answer.page) },
  });
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const tag = isOne ? recordTag(answer.record) : null;
  const headers: Record<string, string> = {
    "Content-Type": mediaType,
    ETag: tag === null ? `"${digest}"` : `"${tag}.${digest}"`,
  };
  if (isOne && answer.status === 201 && answer.record.path !== undefined) {
    headers.Location = options.root + answer.record.path;
  }
  return { status: isOne ? answer.status : 200, headers, body };
}

function writeRecord(record: WireRecord, options: SerializationOptions) {
  const kept = options.fields.get(record.type);
  const keep = <Value>([name]: [string, Value]) => kept === undefined || kept.has(name);
  const tag = recordTag(record);
  const related = Object.entries(record.relationships ?? {}).filter(keep);
  return {
    type: record.type,
    id: record.id,
    attributes: kept ? Object.fromEntries(Object.entries(record.attributes).filter(keep)) : record.attributes,
    ...(record.relationships && {
      relationships: Object.fromEntries(related.map(([name, linkage]) => [name, writeRelationship(linkage)])),
    }),
    links: record.path === undefined ? {} : { self: options.root + record.path },
    meta: {
      ...(record.can && { can: record.can }),
      ...(tag !== null && { etag: `"${tag}"` }),
      ...(record.isPartial && { partial: true }),
    },
  };
}

function writeRelationship(data: Linkage | undefined) {
  return data === undefined ? { links: {}, meta: {} } : { data, links: {}, meta: {} };
}

function pageLinks(page: PageState | undefined, url: URL) {
  const self = encoded(url);
  if (!page) return { self };
  return {
    self,
    first: turn(url),
    prev: page.before === null ? null : turn(url, "page[before]", page.before),
    next: page.after === null ? null : turn(url, "page[after]", page.after),
  };
}

/** The URL with brackets percent-encoded, as JSON:API wants them in links. */
function encoded(url: URL): string {
  const { search } = url;
  return url.href.replace(search, () => search.replaceAll("[", "%5B").replaceAll("]", "%5D"));
}

function turn(url: URL, name?: string, cursor?: string): string {
  const turned = new URL(url);
  turned.searchParams.delete("page[before]");
  turned.searchParams.delete("page[after]");
  if (name !== undefined && cursor !== undefined) turned.searchParams.set(name, cursor);
  return turned.href;
}

function pageMeta(page: PageState) {
  return {
    limit: page.limit,
    ...(page.total !== undefined && { total: page.total }),
    ...(page.totalIsEstimated && { total_estimated: true }),
    ...(page.isSimilar && { similar: true }),
  };
}
