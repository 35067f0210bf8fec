import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fold } from "../../../spelling/folding.ts";
import { action, type Route } from "../engine/action.ts";
import { listed } from "../engine/answer.ts";
import { archivalRoutes } from "../engine/archival.ts";
import { partsOf } from "../engine/declared-fields.ts";
import { changesOf } from "../engine/history.ts";
import { phoneNumber } from "../engine/inputs.ts";
import { readSome } from "../engine/reading.ts";
import type { WireRecord } from "../engine/record.ts";
import {
  changeRoute,
  createRoute,
  findRoute,
  listRoute,
  type RecordWrite,
  type Write,
} from "../engine/table-routes.ts";
import { changeRecord, createRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { claimPicture, removePicture } from "../pictures/pictures.ts";
import { type AttributeChange, buyerProfiles, clientPeople, clients } from "../tables.ts";
import { spell } from "../used-words/spelling.ts";
import { client, clientList } from "./client.ts";
import { clientFields } from "./client-fields.ts";
import { leaveHousehold } from "./client-person-routes.ts";
import { agreement, name, optionalEmail, refuseSampleAddress, requireReachable } from "./inputs.ts";
import { emailKeyOf, optionalEmailKeyOf, phoneKeyOf, searchKeysOf } from "./search-keys.ts";

const creation = z.object({
  name,
  email: optionalEmail.default(null),
  phoneNumber: phoneNumber.default(null),
  ...partsOf(clientFields, "input"),
});

export const clientChange = z.object({
  name: name.optional(),
  email: optionalEmail.optional(),
  phoneNumber: phoneNumber.optional(),
  ...partsOf(clientFields, "input"),
  agreement: agreement.nullish(),
  /** A new picture's. */
  profileImageUrl: z.string().max(200, "Photo must be the URL of a picture.").nullish(),
});

/** With an empty buyer profile, assigned to its creator. */
export async function createClient(write: Write<z.output<typeof creation>>): Promise<string> {
  const { database, attributes } = write;
  const { accountId, workspaceId } = write.currentUser;
  requireReachable(attributes);
  const keys = searchKeysOf(attributes);
  const id = await createRecord(write, client, "created", {
    ...attributes,
    ...(await tagsAsUsed(write, attributes.tags, null)),
    ...keys,
    workspaceId,
    assignedAccountId: accountId,
  });
  await database.insert(buyerProfiles).values({ clientId: id, workspaceId });
  return id;
}

/** Tags in the workspace's spelling. @param own the client */
async function tagsAsUsed(
  { database, currentUser: { workspaceId } }: Pick<Write<unknown>, "database" | "currentUser">,
  given: string[] | undefined,
  own: string | null,
) {
  if (given === undefined) return {};
  return { tags: await spell(database, { workspaceId, kind: "tag", own }, given) };
}

/** Changes a client by its rules. */
export async function updateClient(write: RecordWrite<z.output<typeof clientChange>>): Promise<void> {
  const { record } = write;
  const { agreement, ...given } = write.attributes;
  const attributes = { ...given, ...(await tagsAsUsed(write, given.tags, record.id)) };
  const changes = [...changesOf(record, attributes), ...agreementChanges(record, agreement)];
  if (changes.length === 0) return;
  const { name, email, phone_number: phoneNumber } = contact.parse(record.attributes);
  const wanted = {
    name: attributes.name ?? name,
    email: attributes.email === undefined ? email : attributes.email,
    phoneNumber: attributes.phoneNumber === undefined ? phoneNumber : attributes.phoneNumber,
  };
  if (record.attributes.is_sample === true) refuseSampleAddress(attributes.email);
  if (wanted.email !== email || wanted.phoneNumber !== phoneNumber) requireReachable(wanted);
  const keys = searchKeysOf(wanted);
  const days = agreement !== undefined && {
    agreementStartsOn: agreement?.startsOn ?? null,
    agreementEndsOn: agreement?.endsOn ?? null,
  };
  await changeRecord(write, client, "updated", { ...attributes, ...keys, ...days }, changes.map(withoutAddress));
  if (attributes.email !== undefined)
    await leaveHousehold(
      write.database,
      { clientId: record.id, emailKey: optionalEmailKeyOf(email), newKey: keys.emailKey },
      write.now,
    );
  if (attributes.profileImageUrl !== undefined) await changePicture(write, attributes.profileImageUrl);
}

/** Replaces the photo, and removes the former one. */
async function changePicture({ database, currentUser, record }: RecordWrite, after: string | null): Promise<void> {
  const before = record.attributes.profile_image_url;
  if (before === after) return;
  if (after !== null) await claimPicture(database, currentUser, after, "profile_image_url");
  if (typeof before === "string") await removePicture(database, currentUser, before);
}

/** Without addresses of photos. */
function withoutAddress({ field, before, after }: AttributeChange): AttributeChange {
  if (field !== "profile_image_url") return { field, before, after };
  return { field: "photo", before: before !== null, after: after !== null };
}

const kept = z.object({ starts_on: z.string(), ends_on: z.string() }).nullable();

/** @param given undefined: unchanged */
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

const contact = z.object({ name: z.string(), email: z.string().nullable(), phone_number: z.string().nullable() });

export const clientRoutes: readonly Route[] = [
  listRoute(client, clientList, "Clients, newest first"),
  findRoute(client, "A client"),
  createRoute(client, {
    summary: "Create a client, with an empty buyer profile",
    input: creation,
    may: (currentUser) => mayAny(currentUser, "records.create"),
    run: createClient,
  }),
  changeRoute(client, {
    summary: "Change a client",
    input: clientChange,
    run: updateClient,
  }),
  ...archivalRoutes(client, "a client"),
];

const most = 3;
const typed = z.string().max(254).default("");

/** SQL of clients with this address in their household. */
function inHousehold(emailKey: SQL): SQL {
  return sql`${clients.id} in (select ${clientPeople.clientId} from ${clientPeople} where ${clientPeople.emailKey} = ${emailKey})`;
}

/** Clients with the same address in the household, or the same phone number and name; archived ones, too. */
export const duplicatesRoute: Route = action({
  method: "GET",
  path: "/clients/duplicates",
  summary: "Clients with the same email, also in their household, or the same phone number and name; at most 3",
  access: "workspace",
  parameters: z.object({ email: typed, phone_number: typed, name: typed }),
  answers: { status: 200, of: client.of, many: true },
  async run({ database, currentUser, parameters }) {
    const emailKey = emailKeyOf(parameters.email);
    const nameKey = fold(parameters.name);
    const phoneKey = phoneKeyOf(parameters.phone_number);
    const alike = [
      ...(emailKey === "" ? [] : [sql`${clients.emailKey} = ${emailKey}`, inHousehold(sql`${emailKey}`)]),
      ...(phoneKey === null || nameKey === ""
        ? []
        : [sql`(${clients.phoneKey} = ${phoneKey} and ${clients.nameKey} = ${nameKey})`]),
    ];
    if (alike.length === 0) return listed(client.of, []);
    const order = sql`${clients.isArchived}, ${clients.lastActivityAt} desc, ${clients.id}`;
    const where = sql`(${sql.join(alike, sql` or `)})`;
    return listed(client.of, await readSome(database, client, currentUser, { where, order, limit: most }));
  },
});
