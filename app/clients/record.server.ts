import { href } from "react-router";
import { type RecordKind, selectableOf } from "../record-kind.ts";
import { clientPath, clientsPath } from "../record-paths.ts";
import { apiOf } from "../session/session.server.ts";
import { clientList } from "./client-list.ts";
import { loadClientFor } from "./load-client.server.ts";
import { pickableClients } from "./pickable-clients.server.ts";

/** What the pages about records of any kind know of clients. */
export const clientKind: RecordKind = {
  type: "client",
  nouns: { one: "client", many: "clients" },
  list: clientList,
  selectable: selectableOf(clientList, { path: href("/clients/export.csv"), permission: "clients.export" }),
  pick: { clients: (context, pictureOf) => pickableClients(apiOf(context), pictureOf) },
  trash: {
    load: (context, id) => loadClientFor("archive", context, id),
    goesAlong: "Opportunities, documents, messages and tasks of this client go along, and their portal closes.",
    pathOf: clientPath,
    list: clientsPath,
  },
};
