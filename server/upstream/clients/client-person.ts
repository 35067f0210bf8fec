/** The resource `client_person`: somebody of a client's household. */
import { moment, text, uuid } from "../engine/attribute.ts";
import { defineTable, type TableResource } from "../engine/table.ts";
import { accessScopeOf } from "../permissions.ts";
import { ofClientsOf } from "../tenancy.ts";
import { clientPeople } from "./tables.ts";

const table = clientPeople;

export const clientPerson: TableResource = defineTable({
  type: "client_person",
  path: "/client_people",
  table,
  id: table.id,
  version: table.version,
  attributes: {
    name: text(table.name),
    email: text(table.email),
    phone_number: text(table.phoneNumber),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    client_id: uuid(table.clientId),
  },
  scope: (currentUser) => ofClientsOf(table, currentUser),
  // Who reaches only their own sees only their own, so whatever exists for them is theirs.
  can: (currentUser) => (accessScopeOf(currentUser, "records.edit") === "no" ? [] : ["update", "remove"]),
});
