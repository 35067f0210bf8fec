import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { nameOf } from "../engine/account-name.ts";
import type { Member } from "../engine/current-user.ts";
import { onWire, partsOf } from "../engine/declared-fields.ts";
import { filterById, idFilter, idsFilter, trueOrFalse } from "../engine/filters.ts";
import { computed, moment, momentText, text, uuid } from "../engine/record.ts";
import { defineTable, inWorkspace, type ListRules, rankOfLookUp } from "../engine/table.ts";
import { ownLanguage } from "../identity/reader-language.ts";
import { clientsWhomItFits } from "../matching/fits.ts";
import { accessScopeOf, mayOn } from "../permissions.ts";
import { listSearch } from "../search/list-search.ts";
import { hasParts, readTyped } from "../search/typed-words.ts";
import { buyerProfiles, clientCounts, clientPeople, clients, languages } from "../tables.ts";
import { orOfSharedClient, visibleClients } from "../visibility.ts";
import { buyerProfile } from "./buyer-profile.ts";
import { clientFields } from "./client-fields.ts";
import { clientFilters } from "./client-filters.ts";
import { clientPerson } from "./client-person.ts";

export const client = defineTable({
  type: "client",
  path: "/clients",
  table: clients,
  history: {
    topic: "clients",
    labels: {
      created: "Client created",
      updated: "Client details changed",
      archived: "Client archived",
      brought_back: "Client restored",
      reassigned: "Agent changed",
      shared: "Shared with a colleague",
      unshared: "No longer shared with a colleague",
      called: "Call logged",
      noted: "Note logged",
      person_deleted: "Somebody's data deleted because they asked",
      copied: "Copy of their data made for them",
      address_retried: "Email address confirmed: emails go there again",
    },
    holders: { client: clients.id },
    contact: { called: true, noted: true },
    summary: ["name", "email", "phone_number"],
  },
  attributes: {
    name: text(clients.name),
    email: text(clients.email),
    phone_number: text(clients.phoneNumber),
    profile_image_url: text(clients.profileImageUrl),
    ...onWire(partsOf(clientFields, "attribute")),
    own_language: computed(
      ownLanguage(clients.id),
      z.enum(languages).nullable().describe("What they chose in the portal; it goes before the agent's choice"),
    ),
    agreement: computed(
      sql`case when ${clients.agreementStartsOn} is not null then json_build_object('starts_on', ${clients.agreementStartsOn},
        'ends_on', ${clients.agreementEndsOn}) end`,
      z.object({ starts_on: z.iso.date(), ends_on: z.iso.date() }).nullable(),
    ),
    is_sample: computed(sql`${clients.isSample}`, z.boolean()),
    inserted_at: moment(clients.insertedAt),
    updated_at: moment(clients.updatedAt),
    last_activity_at: computed(
      momentText(sql`(case when ${clients.lastActivityAt} > ${clients.insertedAt} then ${clients.lastActivityAt} end)`),
      z.iso.datetime().nullable().describe("The newest contact; null where there was none"),
    ),
    archived_at: moment(clients.archivedAt),
    workspace_id: uuid(clients.workspaceId),
    assigned_account_id: uuid(clients.assignedAccountId),
    assigned_account_name: computed(nameOf(clients.assignedAccountId), z.string().nullable()),
  },
  relationships: {
    buyer_profile: { to: "one", resource: () => buyerProfile, on: sql`${buyerProfiles.clientId} = ${clients.id}` },
    people: {
      to: "many",
      resource: () => clientPerson,
      on: sql`${clientPeople.clientId} = ${clients.id}`,
      order: sql`${clientPeople.insertedAt}, ${clientPeople.id}`,
    },
  },
  scope: visibleClients,
  can: (currentUser, { assigned_account_id: assigned }) => [
    ...(mayOn(currentUser, "records.edit", assigned) ? ["update"] : []),
    ...(mayOn(currentUser, "records.archive", assigned) ? ["archive"] : []),
  ],
});

const search = listSearch((words) => hasParts(clients.foundBy, words));

export const clientList: ListRules = {
  sorts: {
    inserted_at: { column: clients.insertedAt, as: "moment" },
    updated_at: { column: clients.updatedAt, as: "moment" },
    last_activity_at: { column: clients.contactKey, as: "moment" },
    name: { column: clients.nameKey, as: "text" },
    fit: rankOfLookUp,
  },
  defaultSort: "-inserted_at",
  filters: {
    ids: idsFilter(clients.id),
    archived: trueOrFalse((isTrue) => sql`${clients.isArchived} = ${isTrue}`),
    search: search.filter,
    assigned_account_id: idFilter(clients.assignedAccountId),
    ...clientFilters,
    fits_package_id: filterById(() => sql`false`),
  },
  lookUps: { fits_package_id: clientsWhomItFits },
  similar: search.similar,
  defaultFilters: { archived: "false" },
  plannedByValue: ["ids", "search", "assigned_account_id", "fits_package_id", ...Object.keys(clientFilters)],
  total(currentUser, filters) {
    const isNarrowed = [...filters].some(
      ([name, value]) => name !== "archived" && (name !== "search" || readTyped(value) !== null),
    );
    return isNarrowed ? null : clientCount(currentUser, filters.get("archived") === "true");
  },
};

/** SQL of a number that triggers keep. */
function clientCount(currentUser: Member, isArchived = false): SQL {
  const own = sql` and ${clientCounts.assignedAccountId} = ${currentUser.accountId}`;
  const shared =
    currentUser.seesShared === true
      ? sql` + (select count(*) from ${clients} where ${inWorkspace(clients, currentUser)} and ${clients.isArchived} = ${isArchived}
        and ${clients.assignedAccountId} is distinct from ${currentUser.accountId}
        and (false${orOfSharedClient(clients.id, currentUser)}))`
      : sql``;
  return sql`select (coalesce(sum(${clientCounts.total}), 0)${shared})::integer from ${clientCounts}
    where ${inWorkspace(clientCounts, currentUser)} and ${clientCounts.isArchived} = ${isArchived}${
      accessScopeOf(currentUser, "records.view") === "own" ? own : sql``
    }`;
}

/** SQL of clients that are no samples. */
export const realClientCount = (currentUser: Member): SQL => sql`select (${clientCount(currentUser)}) - (
  select count(*)::integer from ${clients} where ${visibleClients(currentUser)} and ${clients.isSample}
    and not ${clients.isArchived})`;
