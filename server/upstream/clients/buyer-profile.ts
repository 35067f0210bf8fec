/** The resource `buyer_profile`: what a client looks for. It is created with the client. */

import { z } from "zod";
import type { Route } from "../engine/action.ts";
import { onWire, partsOf } from "../engine/declared-fields.ts";
import { changesOf } from "../engine/history.ts";
import { moment, uuid } from "../engine/record.ts";
import { type Attributes, defineTable } from "../engine/table.ts";
import { changeRoute, findRoute, type RecordWrite } from "../engine/table-routes.ts";
import { changeRecord } from "../engine/writing.ts";
import { mayAny } from "../permissions.ts";
import { buyerProfiles } from "../tables.ts";
import { spell } from "../used-words/spelling.ts";
import { ofVisibleClients } from "../visibility.ts";
import { profileColumns, profileFields } from "./profile-fields.ts";

const table = buyerProfiles;

export const buyerProfile = defineTable({
  type: "buyer_profile",
  path: "/buyer_profiles",
  table,
  history: {
    topic: "clients",
    labels: {
      completed: "Buyer profile completed",
      updated: "Buyer profile changed",
    },
    holders: { client: table.clientId },
  },
  attributes: {
    ...onWire(partsOf(profileFields, "attribute")),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    client_id: uuid(table.clientId),
  },
  scope: (currentUser) => ofVisibleClients(table, currentUser),
  // Members who see their own records alone see no others' profiles.
  can: (currentUser) => (!mayAny(currentUser, "records.edit") ? [] : ["update"]),
});

/** What an agent needs to look for properties. */
const essentials = ["budget", "min_beds", "min_baths", "preferred_areas"];

function isComplete(attributes: Attributes): boolean {
  return essentials.every((name) => {
    const value = attributes[name];
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined;
  });
}

export const buyerProfileInput = z.object(partsOf(profileFields, "input"));

/** Adds an event where something differs. */
export async function updateBuyerProfile(
  write: Omit<RecordWrite<z.output<typeof buyerProfileInput>>, "afterCommit" | "now">,
): Promise<void> {
  const { attributes: before, id: own } = write.record;
  const { workspaceId } = write.currentUser;
  const { preferredAreas: areas, propertyTypes: types } = write.attributes;
  const attributes = {
    ...write.attributes,
    ...(areas && { preferredAreas: await spell(write.database, { workspaceId, kind: "area", own }, areas) }),
    ...(types && { propertyTypes: await spell(write.database, { workspaceId, kind: "house_type", own }, types) }),
  };
  const changes = changesOf(write.record, attributes);
  if (changes.length === 0) return;
  const after = { ...before, ...Object.fromEntries(changes.map(({ field, after }) => [field, after])) };
  const event = isComplete(after) && !isComplete(before) ? "completed" : "updated";
  await changeRecord(write, buyerProfile, event, profileColumns(attributes), changes);
}

export const buyerProfileRoutes: readonly Route[] = [
  findRoute(buyerProfile, "The buyer profile of a client"),
  changeRoute(buyerProfile, {
    summary: "Change the buyer profile of a client",
    input: buyerProfileInput,
    run: updateBuyerProfile,
  }),
];
