/** Walks writes of the service and tells which events each leaves in the history. */
import { expect } from "vitest";
import type { TestRecord } from "./answers.ts";
import type { TestPerson } from "./upstream-service.ts";

interface Written {
  readonly record: TestRecord;
  /** The events that it left, oldest first. */
  readonly kinds: readonly unknown[];
}

type Writer = Pick<TestPerson, "send">;

const none: TestRecord = { type: "", id: "", attributes: {}, meta: {} };

/** Begins a walk. @param reader gives whoever writes, unless a write names somebody else, and reads the history */
export function walkHistory(reader: () => TestPerson) {
  /** The routes that were written, as the OpenAPI document names them. */
  const done = new Set<string>();
  /** Events of records in the trash are in no list until these are restored: they are known all the same. */
  const known = new Set<string>();

  async function events(): Promise<readonly TestRecord[]> {
    const { records } = await reader().get("/activities?page[limit]=250");
    return records;
  }

  /** The events that nobody has read yet, oldest first. */
  async function readNew(): Promise<TestRecord[]> {
    const fresh = (await events()).filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    return fresh.reverse();
  }

  /**
   * Writes, as the owner or somebody else, and tells which events came of it.
   * @param route as the OpenAPI document names it
   * @param attributes with what its path names besides the id
   */
  async function write(
    route: string,
    id: string,
    attributes: Readonly<Record<string, unknown>> = {},
    writer: Writer = reader(),
  ): Promise<Written> {
    const [method = "", template = ""] = route.split(" ");
    await readNew();
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => (name === "id" ? id : String(attributes[name])));
    const own = id !== "" && (method === "PATCH" || template.split("/").length > 3) ? { id } : {};
    const answer = await writer.send(method, path, { type: typeOf(template), ...own, attributes });
    expect(`${route}: ${answer.problem}`).toBe(`${route}: `);
    done.add(route);
    const kinds = (await readNew()).map(({ attributes: { kind } }) => kind);
    const isRecord = answer.status !== 204 && !Array.isArray(answer.document.data);
    return { kinds, record: isRecord ? answer.record : none };
  }

  /** Writes that one event tells. */
  async function leaves(kind: string, ...args: Parameters<typeof write>): Promise<TestRecord> {
    const { kinds, record } = await write(...args);
    expect([args[0], ...kinds]).toEqual([args[0], kind]);
    return record;
  }

  return { done, events, leaves, write };
}

export type HistoryWalk = ReturnType<typeof walkHistory>;

/** The types of what is sent to paths that end so. */
const typesByEnd: readonly (readonly [string, string])[] = [
  ["/client_shares", "client_share"],
  ["/copies", "person_copy"],
  ["/person_deletion", "person_deletion"],
  ["/package_shares", "package_share"],
  ["/member_shares", "member_share"],
  ["/assignment", "assignment"],
  ["/removal", "member_removal"],
  ["/openid_identity", "openid_identity"],
  ["/priority", "portal_priority"],
  ["/portal/documents", "portal_document"],
  ["/portal/buyer_profile", "portal_buyer_profile"],
  ["/portal/openings", "portal_opening"],
  ["/portal/messages", "portal_message"],
  ["/bounced_addresses/retries", "bounced_addresses"],
  ["/portal_release", "portal_release"],
  ["/suggestions", "offer_suggestion"],
];

/** Those of paths that begin so, where it is not the singular. */
const typesByStart = new Map([
  ["batches", "batch"],
  ["client_people", "client_person"],
  ["colleague_invitation_batches", "colleague_invitation_batch"],
  ["document_summaries", "document_summary"],
  ["email_change_confirmations", "email_change_link"],
  ["email_change_stops", "email_change_link"],
  ["portal", "portal_person"],
  ["portal_settings", "portal_settings"],
  ["sign_in_rules", "sign_in_rules"],
  ["two_step_removals", "two_step_change"],
]);

function typeOf(template: string): string {
  const [, byEnd] = typesByEnd.find(([end]) => template.endsWith(end)) ?? [];
  if (byEnd !== undefined) return byEnd;
  if (template.startsWith("/portal/properties/")) return "portal_answers";
  const name = template.split("/")[1] ?? "";
  return typesByStart.get(name) ?? name.replace(/ies$/, "y").replace(/s$/, "");
}
