import type { RouterContextProvider } from "react-router";
import { type Settled, settle } from "../json-api/settle.ts";
import { logFaults } from "../session/session.server.ts";
import { isAbsent } from "../ui/not-loaded.tsx";
import { portalOf } from "./portal.server.ts";
import {
  listDocuments,
  listEvents,
  listProperties,
  type PortalEvent,
  type PropertyCard,
} from "./portal-properties.server.ts";

/** A property or document that this person has not opened yet, or not in its newest version. */
export interface UnopenedItem {
  readonly kind: "property" | "document";
  readonly id: string;
  readonly label: string;
  /** The property that a document belongs to; null where it is the client's own. */
  readonly property: string | null;
  readonly news: "new" | "new_version";
  /** Of a document: whether a browser can show it; else it can only be saved. */
  readonly isShown: boolean;
}

/** Something that is new to the person: not opened yet, or changed since their visit before. */
type NewsItem = UnopenedItem | PortalEvent;

/** What is new to the person, and all their properties, of which it tells. */
export interface News {
  readonly items: readonly NewsItem[];
  readonly homes: readonly PropertyCard[];
  readonly parts: Settled<null>;
}

/** What is new to the person: what has changed, then properties, then documents. The promise never rejects. */
export async function loadNews(context: Readonly<RouterContextProvider>): Promise<News> {
  const { api } = portalOf(context);
  const onFault = logFaults(context);
  const [events, properties, documents] = await Promise.all([
    settle(api, listEvents, onFault),
    settle(api, listProperties, onFault),
    settle(api, listDocuments, onFault),
  ]);
  const homes = properties.ok ? properties.data : [];
  const late = [events, properties, documents].find((part) => !part.ok && !isAbsent(part));
  const items = [
    ...(events.ok ? events.data : []),
    ...homes.flatMap(({ id, street, isNew }) =>
      isNew ? [{ kind: "property", id, label: street, property: null, news: "new", isShown: true } as const] : [],
    ),
    ...(documents.ok ? documents.data : []).flatMap(({ id, label, property, news, isShown }) =>
      news ? [{ kind: "document", id, label, property, news, isShown } as const] : [],
    ),
  ];
  return { items, homes, parts: late?.ok === false ? late : { ok: true, data: null } };
}
