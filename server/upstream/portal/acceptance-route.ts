import { sql } from "drizzle-orm";
import { z } from "zod";
import { buyerProfile, buyerProfileInput, updateBuyerProfile } from "../clients/buyer-profile.ts";
import { nameOf } from "../engine/account-name.ts";
import type { Route } from "../engine/action.ts";
import { checkIfMatch } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import { editConflict, invalidAttribute, notFound } from "../engine/refusal.ts";
import { toCamel } from "../engine/spelling.ts";
import { changeRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, requireRecord } from "../engine/writing.ts";
import { buyerProfiles, portalRequests } from "../tables.ts";
import { portalRequest } from "./request.ts";
import { acceptable, changesIn, suggestionSchema } from "./wishes.ts";

const input = z.object({
  fields: z.array(z.enum(acceptable)).min(1, "Choose at least one."),
  request: z.string().max(200).describe("The ETag of the request that was shown, or *"),
  profile: z.string().max(200).describe("That of the buyer profile"),
});

const requested = z.object({ name: z.string(), client_id: z.uuid(), suggestion: suggestionSchema });

const longestNotes = 10_000;

/** Accepts a suggested buyer profile, whole or field by field; the rest is dismissed. */
export const acceptanceRoute: Route = changeRoute(portalRequest, {
  summary: "Accept a suggested buyer profile, or some fields of it; the request is settled then",
  method: "POST",
  below: "/acceptance",
  input,
  needs: "accept",
  run: accept,
});

/** @throws Refusal 412 when suggestion or profile changed meanwhile */
async function accept(write: RecordWrite<z.output<typeof input>>): Promise<void> {
  const { database, currentUser, now } = write;
  const { fields, request, profile: shown } = write.attributes;
  checkShown(request, write.record);
  const { name, client_id: clientId, suggestion } = requested.parse(write.record.attributes);
  const changes = changesIn(suggestion);
  const wanted = changes.filter(({ field }) => fields.some((chosen) => chosen === field));
  if (wanted.length === 0) throw invalidAttribute("fields", "Choose at least one of what is suggested.");
  const profile = await lockProfile(write, clientId);
  checkShown(shown, profile);
  const notesBefore = z.string().nullable().parse(profile.attributes.notes);
  const given = Object.fromEntries(
    wanted.map(({ field, after }) => [
      toCamel(field),
      field === "notes" ? notesWith(notesBefore, `${name}: ${String(after)}`) : after,
    ]),
  );
  const attributes = buyerProfileInput.parse(given);
  await updateBuyerProfile({ database, currentUser, record: profile, attributes });
  const outcome = wanted.length === changes.length ? "accepted" : "partly";
  const settled = { settledAt: now.toISOString(), settledByName: nameOf(currentUser.accountId), outcome } as const;
  const isOpen = sql`${portalRequests.settledAt} is null`;
  await changeRecord(write, portalRequest, "accepted", settled, wanted, isOpen);
}

/** Any text may come as an ETag. */
function checkShown(etag: string, record: WireRecord): void {
  if (!/^[\x20-\x7e]*$/.test(etag)) throw editConflict();
  checkIfMatch(new Headers({ "if-match": etag }), record);
}

async function lockProfile({ database, currentUser }: RecordWrite, clientId: string) {
  const [row] = await database
    .select({ id: buyerProfiles.id })
    .from(buyerProfiles)
    .where(sql`${buyerProfiles.clientId} = ${clientId}`);
  if (row === undefined) throw notFound();
  return requireRecord({ database, currentUser }, buyerProfile, row.id, "update", { isLocked: true });
}

function notesWith(notes: string | null, remark: string): string {
  const both = [notes, remark].filter((text) => text !== null).join("\n\n");
  if (both.length > longestNotes) throw invalidAttribute("fields", "The buyer notes have no room for this.");
  return both;
}
