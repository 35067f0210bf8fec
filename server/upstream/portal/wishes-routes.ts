import { sql } from "drizzle-orm";
import { z } from "zod";
import { buyerProfileInput } from "../clients/buyer-profile.ts";
import { wishesJson } from "../clients/profile-fields.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import type { PortalUser } from "../engine/current-user.ts";
import { recordEvent } from "../engine/history.ts";
import { givenOf } from "../engine/inputs.ts";
import type { Queries } from "../engine/queries.ts";
import { checkIfMatch } from "../engine/reading.ts";
import { momentText, recordType, type WireRecord } from "../engine/record.ts";
import { notFound } from "../engine/refusal.ts";
import { respell, toSnake } from "../engine/spelling.ts";
import { nextVersion } from "../engine/writing.ts";
import { buyerProfiles, outcomes, portalRequests } from "../tables.ts";
import { writerOf } from "../visibility.ts";
import { portalRequest } from "./request.ts";
import { changesIn, type Suggestion, suggestionSchema, wishesSchema } from "./wishes.ts";

const wishesType = recordType(
  "portal_buyer_profile",
  wishesSchema.extend({
    suggestion: z
      .object({ after: wishesSchema, remark: z.string().nullable(), sent_at: z.iso.datetime() })
      .nullable()
      .describe("What this person suggested and nobody has decided yet"),
    settled: z
      .object({ outcome: z.enum(outcomes), at: z.iso.datetime() })
      .nullable()
      .describe("What became of the last suggestion of this person, for 30 days"),
  }),
);

const input = buyerProfileInput.omit({ notes: true }).extend({
  remark: z
    .string()
    .max(2000, "Use at most 2,000 characters.")
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim() || null)
    .nullish(),
});

/** What a client looks for. Clients suggest changes of the profile, which is the agent's. */
export const wishesRoutes: readonly Route[] = [
  action({
    method: "GET",
    path: "/portal/buyer_profile",
    summary: "What the client looks for, with what the person has suggested to change",
    access: "client",
    answers: { status: 200, of: wishesType },
    run: async ({ database, currentUser }) => found(wishesType, await readWishes(database, currentUser)),
  }),
  action({
    method: "PATCH",
    path: "/portal/buyer_profile",
    summary:
      "Suggest a change of what the client looks for; it takes the place of the person's earlier suggestion, and ends it where nothing is to be changed",
    access: "client",
    input: { type: "portal_buyer_profile", attributes: input },
    answers: { status: 200, of: wishesType },
    async run({ database, currentUser, request, attributes: { remark = null, ...given }, now }) {
      const open = await findOpen(database, currentUser, true);
      const record = await readWishes(database, currentUser, true);
      checkIfMatch(request.headers, { ...record, type: wishesType.type });
      const before = wishesSchema.parse(record.attributes);
      const after = wishesSchema.parse(Object.assign({}, before, respell(givenOf(given), toSnake)));
      const suggestion = { before, after, remark };
      await suggest(database, currentUser, { open, suggestion, now });
      return found(wishesType, await readWishes(database, currentUser));
    },
  }),
];

interface OpenSuggestion {
  readonly id: string;
  readonly sentAt: string;
  readonly suggestion: Suggestion;
}

async function findOpen(
  database: Queries,
  { clientId, email }: PortalUser,
  isLocked = false,
): Promise<OpenSuggestion | null> {
  const query = database
    .select({
      id: portalRequests.id,
      sentAt: momentText(portalRequests.updatedAt),
      suggestion: portalRequests.suggestion,
    })
    .from(portalRequests)
    .where(sql`${portalRequests.clientId} = ${clientId} and ${portalRequests.email} = ${email}
      and ${portalRequests.kind} = 'buyer_profile' and ${portalRequests.settledAt} is null`);
  const [row] = await (isLocked ? query.for("update") : query);
  if (row === undefined) return null;
  return { ...row, sentAt: String(row.sentAt), suggestion: suggestionSchema.parse(row.suggestion) };
}

interface WishesRow extends Record<string, unknown> {
  readonly version: number;
  readonly wishes: unknown;
  readonly settled: unknown;
}

/** The version is the later one of the profile and the suggestions, since a form shows both. */
async function readWishes(database: Queries, user: PortalUser, isLocked = false): Promise<Omit<WireRecord, "type">> {
  const { clientId, email } = user;
  const { rows } = await database.execute<WishesRow>(sql`
    select greatest(${buyerProfiles.version}, (select max(${portalRequests.version}) from ${portalRequests}
      where ${portalRequests.clientId} = ${clientId} and ${portalRequests.email} = ${email}
        and ${portalRequests.kind} = 'buyer_profile')) as version, ${wishesJson()} as wishes, (
      select json_build_object('outcome', ${portalRequests.outcome}, 'at', ${momentText(portalRequests.settledAt)})
      from ${portalRequests} where ${portalRequests.clientId} = ${clientId} and ${portalRequests.email} = ${email}
        and ${portalRequests.kind} = 'buyer_profile' and ${portalRequests.settledAt} > now() - interval '30 days'
      order by ${portalRequests.settledAt} desc limit 1) as settled
    from ${buyerProfiles} where ${buyerProfiles.clientId} = ${clientId} ${isLocked ? sql`for update` : sql``}`);
  const [row] = rows;
  if (row === undefined) throw notFound();
  const open = await findOpen(database, user);
  const suggestion = open && { after: open.suggestion.after, remark: open.suggestion.remark, sent_at: open.sentAt };
  return {
    id: clientId,
    attributes: { ...wishesSchema.parse(row.wishes), suggestion, settled: open === null ? row.settled : null },
    path: "/portal/buyer_profile",
    version: row.version,
  };
}

interface Suggesting {
  readonly open: OpenSuggestion | null;
  readonly suggestion: Suggestion;
  readonly now: Date;
}

async function suggest(database: Queries, user: PortalUser, { open, suggestion, now }: Suggesting): Promise<void> {
  const write = { database, currentUser: writerOf(user) };
  const changes = changesIn(suggestion);
  if (changes.length === 0) {
    if (open === null) return;
    const settled = { settledAt: now.toISOString(), settledByName: user.name, outcome: "withdrawn" } as const;
    await database
      .update(portalRequests)
      .set({ ...settled, ...nextVersion(portalRequests) })
      .where(sql`${portalRequests.id} = ${open.id}`);
    await recordEvent(write, portalRequest, "withdrawn", open.id);
    return;
  }
  const { workspaceId, clientId, email, name } = user;
  const [row] = await database
    .insert(portalRequests)
    .values({ workspaceId, clientId, email, name, kind: "buyer_profile", suggestion })
    .onConflictDoUpdate({
      target: [portalRequests.clientId, portalRequests.email, portalRequests.kind],
      targetWhere: sql`settled_at is null and kind <> 'document'`,
      set: { suggestion, name, ...nextVersion(portalRequests) },
    })
    .returning({ id: portalRequests.id });
  if (row !== undefined) await recordEvent(write, portalRequest, "buyer_profile", row.id, changes);
}
