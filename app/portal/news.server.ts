import type { RouterContextProvider } from "react-router";
import { settle } from "../json-api/settle.ts";
import { logFaults } from "../session/session.server.ts";
import { portalOf } from "./portal.server.ts";
import { listDocuments, listProperties } from "./portal-properties.server.ts";

/** Something that this person has not opened yet, or not in its newest version. */
export interface NewsItem {
  readonly kind: "property" | "document";
  readonly id: string;
  readonly label: string;
  readonly news: "new" | "new_version";
  /** Of a document: whether a browser can show it; else it can only be saved. */
  readonly isShown: boolean;
}

/** What is new to the person, properties first; nothing where the service does not say. */
export async function loadNews(context: Readonly<RouterContextProvider>): Promise<readonly NewsItem[]> {
  const { api } = portalOf(context);
  const onFault = logFaults(context);
  const [properties, documents] = await Promise.all([
    settle(api, listProperties, onFault),
    settle(api, listDocuments, onFault),
  ]);
  const homes = properties.ok ? properties.data.filter(({ isNew }) => isNew === true) : [];
  return [
    ...homes.map(({ id, street }) => ({ kind: "property", id, label: street, news: "new", isShown: true }) as const),
    ...(documents.ok ? documents.data : []).flatMap(({ id, label, news, isShown }) =>
      news ? [{ kind: "document", id, label, news, isShown } as const] : [],
    ),
  ];
}
