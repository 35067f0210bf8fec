import { findClientAddress } from "../clients/clients.server.ts";
import { findDocument } from "../documents/documents.server.ts";
import type { Api } from "../json-api/api.ts";
import { settle } from "../json-api/settle.ts";
import { findOpportunity } from "../opportunities/opportunities.server.ts";
import { findAddress } from "../packages/packages.server.ts";
import { type About, type AboutType, readAbout } from "./task.ts";

const nameOf: Readonly<Record<AboutType, (api: Api, id: string) => Promise<string>>> = {
  client: async (api, id) => (await findClientAddress(api, id)).name,
  package: async (api, id) => (await findAddress(api, id)).street,
  async opportunity(api, id) {
    const { client, package: property } = await findOpportunity(api, id);
    return [client?.name, property?.street].filter((name) => name !== undefined).join(", ");
  },
  document: async (api, id) => (await findDocument(api, id)).label,
};

/** The record that an address of a page names; null when it names none, or none that can be had. */
export async function findAbout(api: Api, text: string | null): Promise<About | null> {
  const about = readAbout(text);
  if (about === null) return null;
  const name = await settle(nameOf[about.type](api, about.id));
  return name.ok ? { ...about, name: name.data } : null;
}
