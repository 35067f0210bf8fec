import { sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf, recordActivity } from "../activities/activity-log.ts";
import type { AttributeChange } from "../activities/tables.ts";
import type { Route } from "../engine/action.ts";
import type { WireRecord } from "../engine/record.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  isRecord,
  listRoute,
  noInput,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { accessScopeOf } from "../permissions.ts";
import { client, clientList } from "./client.ts";
import { agreement, email, listOf, name, phoneNumber } from "./inputs.ts";
import { searchKeysOf } from "./search-keys.ts";
import { buyerProfiles, clients } from "./tables.ts";

const tags = listOf("Tag", 30);
const creation = z.object({ name, email, phoneNumber: phoneNumber.optional(), tags: tags.optional() });
const change = z.object({
  name: name.optional(),
  email: email.optional(),
  phoneNumber: phoneNumber.optional(),
  tags: tags.optional(),
  agreement: agreement.nullish(),
});

/** A client comes with an empty buyer profile, and belongs to whoever creates it. */
async function create({ database, currentUser, attributes }: Write<z.output<typeof creation>>): Promise<string> {
  const { accountId, workspaceId } = currentUser;
  const { phoneNumber = null } = attributes;
  const [row] = await database
    .insert(clients)
    .values({
      ...attributes,
      ...searchKeysOf({ ...attributes, phoneNumber }),
      workspaceId,
      assignedAccountId: accountId,
    })
    .returning({ id: clients.id });
  if (!row) throw new Error("The client was not stored.");
  await database.insert(buyerProfiles).values({ clientId: row.id, workspaceId });
  const given = { name: attributes.name, email: attributes.email, phone_number: phoneNumber };
  const changes = Object.entries(given).flatMap(([field, after]) =>
    after === null ? [] : [{ field, before: null, after }],
  );
  const subject = { type: client.type, id: row.id };
  await recordActivity(database, { kind: "client.created", currentUser, clientId: row.id, subject, changes });
  return row.id;
}

async function update(write: RecordWrite<z.output<typeof change>>): Promise<void> {
  const { database, currentUser, record } = write;
  const { agreement, ...attributes } = write.attributes;
  const changes = [...changesOf(record, attributes), ...agreementChanges(record, agreement)];
  if (changes.length === 0) return;
  const { name, email, phone_number: phoneNumber } = contact.parse(record.attributes);
  const keys = searchKeysOf({
    name: attributes.name ?? name,
    email: attributes.email ?? email,
    phoneNumber: attributes.phoneNumber === undefined ? phoneNumber : attributes.phoneNumber,
  });
  await database
    .update(clients)
    .set({
      ...attributes,
      ...keys,
      ...(agreement !== undefined && {
        agreementStartsOn: agreement?.startsOn ?? null,
        agreementEndsOn: agreement?.endsOn ?? null,
      }),
      updatedAt: sql`now()`,
      version: sql`${clients.version} + 1`,
    })
    .where(isRecord(client, record.id));
  await recordActivity(database, {
    kind: "client.updated",
    currentUser,
    clientId: record.id,
    subject: record,
    changes,
  });
}

const kept = z.object({ starts_on: z.string(), ends_on: z.string() }).nullable();

/** Its two days one by one, as people read them in the history. @param given undefined when nothing is said of it */
function agreementChanges(
  { attributes }: WireRecord,
  given: z.output<typeof agreement> | null | undefined,
): AttributeChange[] {
  if (given === undefined) return [];
  const before = kept.parse(attributes.agreement);
  const days = [
    { field: "agreement_starts_on", before: before?.starts_on ?? null, after: given?.startsOn ?? null },
    { field: "agreement_ends_on", before: before?.ends_on ?? null, after: given?.endsOn ?? null },
  ];
  return days.filter((day) => day.before !== day.after);
}

const contact = z.object({ name: z.string(), email: z.string(), phone_number: z.string().nullable() });

/** Puts a client away, or brings it back; again is nothing. */
function archive(isArchived: boolean) {
  return async ({ database, currentUser, record }: RecordWrite): Promise<void> => {
    const before = record.attributes.archived_at !== null;
    if (before === isArchived) return;
    const archivedAt = isArchived ? sql`now()` : null;
    await database
      .update(clients)
      .set({ archivedAt, updatedAt: sql`now()`, version: sql`${clients.version} + 1` })
      .where(isRecord(client, record.id));
    const kind = isArchived ? "client.archived" : "client.brought_back";
    const changes = [{ field: "archived", before, after: isArchived }];
    await recordActivity(database, { kind, currentUser, clientId: record.id, subject: record, changes });
  };
}

const archival = { below: "/archival", input: noInput, needs: "archive" };

export const clientRoutes: readonly Route[] = [
  listRoute(client, clientList, "Clients, newest first"),
  findRoute(client, "A client"),
  createRoute(client, {
    summary: "Create a client, with an empty buyer profile",
    input: creation,
    may: (currentUser) => accessScopeOf(currentUser, "records.create") !== "no",
    run: create,
  }),
  changeRoute(client, {
    summary: "Change a client",
    method: "PATCH",
    below: "",
    input: change,
    needs: "update",
    run: update,
  }),
  changeRoute(client, { ...archival, summary: "Archive a client", method: "POST", run: archive(true) }),
  changeRoute(client, { ...archival, summary: "Bring a client back", method: "DELETE", run: archive(false) }),
];
