/** The resource `client_person`: a person of a client's household. */
import { moment, text, uuid } from "../engine/record.ts";
import { defineTable } from "../engine/table.ts";
import { mayAny } from "../permissions.ts";
import { clientPeople } from "../tables.ts";
import { ofVisibleClients } from "../visibility.ts";

const table = clientPeople;

export const clientPerson = defineTable({
  type: "client_person",
  path: "/client_people",
  table,
  history: {
    topic: "clients",
    labels: {
      added: "Person added to the household",
      updated: "Person's details changed",
      removed: "Person removed from the household",
      copied: "Copy of their data made for them",
    },
    holders: { client: table.clientId },
    summary: ["name"],
  },
  attributes: {
    name: text(table.name),
    email: text(table.email),
    phone_number: text(table.phoneNumber),
    inserted_at: moment(table.insertedAt),
    updated_at: moment(table.updatedAt),
    client_id: uuid(table.clientId),
  },
  scope: (currentUser) => ofVisibleClients(table, currentUser),
  // Members who see their own records alone see no others' households.
  can: (currentUser) => (!mayAny(currentUser, "records.edit") ? [] : ["update", "remove"]),
});
