import type { RouterContextProvider } from "react-router";
import type { Released } from "../client-pages/released.ts";
import type { Document } from "../documents/document.ts";
import { listDocumentsOf } from "../documents/documents.server.ts";
import type { Api } from "../json-api/api.ts";
import { settle } from "../json-api/settle.ts";
import { findRelease } from "../packages/portal-release.server.ts";
import { apiOf, logFaults } from "../session/session.server.ts";

type Context = Readonly<RouterContextProvider>;

/** What clients see of a property besides its facts and photos. */
export interface Shown {
  /** Every document of the property; null where they cannot be had. */
  readonly documents: readonly ShownDocument[] | null;
  /** What is released to clients; null where that cannot be had. */
  readonly released: Released | null;
}

export interface ShownDocument extends Pick<Document, "id" | "label" | "size"> {
  /** The name of its folder; null outside of folders. */
  readonly folder: string | null;
  readonly isShown: boolean;
}

/** What clients see of a property now. The promise never rejects. */
export async function fetchShown(context: Context, packageId: string): Promise<Shown> {
  const [documents, released] = await Promise.all([
    settle(apiOf(context), (api) => listShown(api, packageId), logFaults(context)),
    settle(apiOf(context), (api) => findReleased(api, packageId), logFaults(context)),
  ]);
  return { documents: documents.ok ? documents.data : null, released: released.ok ? released.data : null };
}

async function listShown(api: Api, packageId: string): Promise<ShownDocument[]> {
  const found = await listDocumentsOf(api, { packageId, clientId: null });
  return found.map(({ id, label, size, folder, isClientVisible }) => {
    return { id, label, size, folder: folder?.name ?? null, isShown: isClientVisible === true };
  });
}

async function findReleased(api: Api, packageId: string): Promise<Released> {
  const { preview, ...switches } = await findRelease(api, packageId);
  return {
    costs: switches.costs ? preview.costs : null,
    findings: switches.findings ? preview.findings : null,
    comparables: switches.comparables ? preview.comparables : null,
  };
}

/** Whether a page has nothing but the address when no document is shown. */
export function showsAddressOnly(
  item: { readonly [Fact in (typeof facts)[number]]?: unknown } & { readonly photos: readonly unknown[] },
  { released }: Pick<Shown, "released">,
): boolean {
  const isReleased = released?.costs != null || Boolean(released?.findings?.length || released?.comparables?.length);
  return item.photos.length === 0 && !isReleased && facts.every((fact) => item[fact] == null);
}

const facts = ["listPrice", "beds", "baths", "sqft", "lotSize", "garages", "yearBuilt", "hoa", "area"] as const;
