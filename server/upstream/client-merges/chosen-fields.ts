/** Which value of two clients stays, field by field. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { clientFields } from "../clients/client-fields.ts";
import { requireReachable } from "../clients/inputs.ts";
import { profileFields } from "../clients/profile-fields.ts";
import { searchKeysOf } from "../clients/search-keys.ts";
import { columnNames } from "../engine/declared-fields.ts";
import type { Queries } from "../engine/queries.ts";
import { conflict, invalidAttribute } from "../engine/refusal.ts";
import { toSnake } from "../engine/spelling.ts";
import type { Overwritten } from "../tables.ts";
import { inOrder } from "../used-words/spelling.ts";
import { type Columns, clientPlace, profilePlace, readColumns, writeColumns } from "./moving-rows.ts";

const clientColumns = {
  name: ["name"],
  email: ["email"],
  phone_number: ["phone_number"],
  profile_image_url: ["profile_image_url"],
  ...columnNames(clientFields),
  agreement: ["agreement_starts_on", "agreement_ends_on"],
  assigned_account_id: ["assigned_account_id"],
};
const profileColumns = columnNames(profileFields);

/** Fields that can have both values: items of a list, characters of a text. */
const most: ReadonlyMap<string, number> = new Map(
  Object.entries({ ...clientFields, ...profileFields }).flatMap(([name, field]): [string, number][] =>
    "mostJoined" in field ? [[toSnake(name), field.mostJoined]] : [],
  ),
);

const fields = [...Object.keys(clientColumns), ...Object.keys(profileColumns)];

/** Fields with the merged client's value, and fields with both. */
export const choices = {
  taken: z.array(z.enum(fields)).max(Math.max(20, fields.length)).default([]),
  joined: z
    .array(z.enum([...most.keys()]))
    .max(10)
    .default([]),
};

export interface Choices {
  readonly taken: readonly string[];
  readonly joined: readonly string[];
}

export interface Chosen {
  readonly client: Readonly<Record<string, Overwritten>>;
  readonly profile: Readonly<Record<string, Overwritten>>;
}

/**
 * Writes the chosen values. If either client was not archived, the result is not. @throws Refusal 400 where values are too long
 * together, or neither email nor phone number stays
 */
export async function writeChosen(
  database: Queries,
  { stays, gone }: { readonly stays: string; readonly gone: string },
  { taken, joined }: Choices,
): Promise<Chosen> {
  const own = await readColumns(database, clientPlace, stays);
  const theirs = await readColumns(database, clientPlace, gone);
  const archived = theirs.archived_at === null ? { archived_at: null } : {};
  const values = { ...archived, ...valuesOf(clientColumns, { own, theirs }, { taken, joined }) };
  const { email, phone_number: phoneNumber } = contact.parse({ ...own, ...values });
  requireReachable({ email, phoneNumber });
  const client = differences(own, values);
  await writeColumns(database, clientPlace, stays, { ...values, ...keysOfClient({ ...own, ...values }) });
  const ownProfile = await readColumns(database, profilePlace, stays);
  const theirProfile = await readColumns(database, profilePlace, gone);
  const wishes = valuesOf(profileColumns, { own: ownProfile, theirs: theirProfile }, { taken, joined });
  await writeColumns(database, profilePlace, stays, wishes);
  return { client, profile: differences(ownProfile, wishes) };
}

/** Restores values that nobody changed since. @throws Refusal 409 where the client would have neither email nor phone number */
export async function writeBack(database: Queries, clientId: string, { client, profile }: Chosen): Promise<void> {
  const now = await readColumns(database, clientPlace, clientId);
  const values = unchanged(now, client);
  if (isReachable(now) && !isReachable({ ...now, ...values }))
    throw conflict("unreachable", "The client who stays would have neither an email nor a phone number.");
  if (Object.keys(values).length > 0)
    await writeColumns(database, clientPlace, clientId, { ...values, ...keysOfClient({ ...now, ...values }) });
  const wishes = unchanged(await readColumns(database, profilePlace, clientId), profile);
  await writeColumns(database, profilePlace, clientId, wishes);
}

const contact = z.object({
  name: z.string(),
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
});

function isReachable(row: Columns): boolean {
  const { email, phone_number: phoneNumber } = contact.parse(row);
  return email !== null || phoneNumber !== null;
}

function keysOfClient(row: Columns): Columns {
  const { name, email, phone_number: phoneNumber } = contact.parse(row);
  const keys = searchKeysOf({ name, email, phoneNumber });
  const { nameKey, emailKey, phoneKey, searchText } = keys;
  return { name_key: nameKey, email_key: emailKey, phone_key: phoneKey, search_text: searchText };
}

function valuesOf(
  fields: Readonly<Record<string, readonly string[]>>,
  { own, theirs }: { readonly own: Columns; readonly theirs: Columns },
  { taken, joined }: Choices,
): Columns {
  const isTaken = new Set<string>(taken);
  const values: Record<string, unknown> = {};
  for (const [field, columns] of Object.entries(fields))
    if (isTaken.has(field)) for (const column of columns) values[column] = theirs[column];
  for (const field of joined) if (field in fields) values[field] = both(field, own[field], theirs[field]);
  return values;
}

const texts = z.array(z.string());

function both(field: string, own: unknown, theirs: unknown): unknown {
  const value =
    field === "notes"
      ? [own, theirs].filter((text) => typeof text === "string" && text !== "").join("\n\n")
      : inOrder([...new Set([...texts.parse(own), ...texts.parse(theirs)])]);
  if (value.length > (most.get(field) ?? 0))
    throw invalidAttribute("joined", "Together they are too long. Choose one of the two.");
  return value === "" ? null : value;
}

function differences(row: Columns, values: Columns): Record<string, Overwritten> {
  const changed = Object.entries(values).filter(([column, after]) => !isDeepStrictEqual(row[column], after));
  return Object.fromEntries(changed.map(([column, after]) => [column, { before: row[column], after }]));
}

function unchanged(row: Columns, written: Readonly<Record<string, Overwritten>>): Columns {
  const same = Object.entries(written).filter(([column, { after }]) => isDeepStrictEqual(row[column], after));
  return Object.fromEntries(same.map(([column, { before }]) => [column, before]));
}
