import { createContext, type RouterContextProvider } from "react-router";
import type { Api } from "./json-api/api.ts";
import type { AnyList } from "./lists/define-list.ts";
import type { SelectableList } from "./lists/selection.ts";
import type { PickKind } from "./picking/pick.ts";
import type { Pickable, PictureOf } from "./picking/picking.server.ts";

type Context = Readonly<RouterContextProvider>;

export interface Nouns {
  readonly one: string;
  readonly many: string;
}

/** How several records are chosen on their list, to change them together. */
export interface SelectableTerms extends Pick<AnyList, "read"> {
  readonly of: SelectableList;
  /** In breadcrumbs. */
  readonly label: string;
  /** The list's address; of a list that each property has, that property's. */
  readonly pathOf: (packageId: string | null) => string;
  /** Its spreadsheet, and who may have it; null where there is none. */
  readonly sheet: { readonly path: string; readonly permission: string } | null;
}

/** What the question says before a record goes to the trash. */
interface TrashTerms {
  /** @throws 404, 403 */
  readonly load: (context: Context, id: string) => Promise<{ readonly name: string; readonly etag: string | null }>;
  readonly goesAlong: string;
  /** The record's page. */
  readonly pathOf: (id: string) => string;
  /** Where whoever deleted one goes on. */
  readonly list: string;
}

/** A record that is in a trash of its own. */
export interface LastTrashed {
  readonly name: string;
  readonly page: string;
  readonly restore: string | null;
}

/** What a picker offers. @param packageId of the property whose records are offered, where they are of one */
type Offer = (context: Context, pictureOf: PictureOf, packageId: string) => Pick<Pickable, "first" | "search">;

/** What the pages that are about records of any kind know of one kind: said in the room of its records. */
export interface RecordKind {
  /** As services call one of them. */
  readonly type: string;
  readonly nouns: Nouns;
  /** The list that has saved views. */
  readonly list?: AnyList;
  readonly selectable?: SelectableTerms;
  readonly pick?: Readonly<Partial<Record<PickKind, Offer>>>;
  readonly trash?: TrashTerms;
  /** For records with a trash of their own: its address, and what was deleted last. */
  readonly ownTrash?: { readonly path: string; readonly last: (api: Api) => Promise<readonly LastTrashed[]> };
}

/** All kinds, as `app/records.server.ts` lists them. */
export const recordKindsContext = createContext<readonly RecordKind[]>();

/** The kinds of records whose rows can be chosen on their list. */
export function selectableKinds(context: Context) {
  return context
    .get(recordKindsContext)
    .flatMap(({ type, nouns, selectable }) => (selectable === undefined ? [] : [{ type, nouns, ...selectable }]));
}

/** The terms of a list whose records are chosen there. */
export function selectableOf(
  list: AnyList & { readonly name: SelectableList },
  sheet: SelectableTerms["sheet"],
): SelectableTerms {
  return { of: list.name, label: list.title, pathOf: () => list.path, sheet, read: list.read };
}

/** What is offered of a kind. @throws Error where no room registered it */
export function pickableOf(
  context: Context,
  kind: PickKind,
  pictureOf: PictureOf = () => null,
  packageId = "",
): ReturnType<Offer> {
  const offer = context.get(recordKindsContext).flatMap(({ pick }) => pick?.[kind] ?? [])[0];
  if (offer === undefined) throw new Error(`Nothing offers ${kind}.`);
  return offer(context, pictureOf, packageId);
}
