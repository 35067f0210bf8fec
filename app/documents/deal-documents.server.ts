import type { RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import { buttonFields } from "../forms/forms.server.ts";
import type { Api } from "../json-api/api.ts";
import { resource } from "../json-api/resource.ts";

const nameable = resource("document", {
  label: z.string(),
  packageId: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
});

export interface DealDocument {
  readonly id: string;
  readonly label: string;
  readonly of: "property" | "client";
}

/** The hidden fields of the forms that upload to a deal's property and to its client. */
export interface DealUploads {
  readonly property: Readonly<Record<string, string>>;
  readonly client: Readonly<Record<string, string>>;
}

export function dealUploads(context: Readonly<RouterContextProvider>): DealUploads {
  return { property: buttonFields(context), client: buttonFields(context) };
}

const most = 60;

/** The newest documents of a deal's property and client. @throws ApiError "invalid" by a service that cannot look them up */
export async function listDealDocuments(api: Api, opportunityId: string): Promise<readonly DealDocument[]> {
  const query = {
    "filter[opportunity_id]": opportunityId,
    "fields[document]": "label,package_id,client_id",
    sort: "-inserted_at",
    "page[limit]": most,
    "page[count]": "false",
  };
  const { items } = await api.list("/documents", nameable, { query });
  return items.flatMap(({ id, label, packageId, clientId }): DealDocument[] => {
    if (packageId !== null) return [{ id, label, of: "property" }];
    return clientId === null ? [] : [{ id, label, of: "client" }];
  });
}
