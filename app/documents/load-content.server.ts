import type { Api } from "../json-api/api.ts";
import type { Page } from "../json-api/page.ts";
import { type FoundPage, footOf, pageAddress, readRequestedPage } from "../json-api/pagination.ts";
import { allows } from "../json-api/resource.ts";
import { shownPage } from "../lists/list-state.ts";
import type { Document, Folder, Snippet } from "./document.ts";
import { type DocumentListState, documentsPath, orderOf } from "./document-list.ts";
import type { DocumentRow } from "./document-table.tsx";
import { documentEntryOf } from "./document-tile.tsx";
import { findSnippets, listDocuments, listDocumentsOfKind, searchDocuments } from "./documents.server.ts";
import { folderEntryOf } from "./folder-tile.tsx";
import { listFolders } from "./folders.server.ts";
import type { FolderGroup, HolderContent } from "./holder-panel.tsx";
import { type Holder, type Place, placePath, workspacePlace } from "./place.ts";
import type { PlaceContent } from "./place-panel.tsx";
import type { SearchContent } from "./search-panel.tsx";
import { visibilityOf } from "./visibility-texts.ts";

/** The folders of a place on the first page, and the page of documents that the URL names. */
export async function loadContent(api: Api, place: Place, url: URL): Promise<PlaceContent> {
  const requestedPage = readRequestedPage(url.searchParams);
  const [folders, found] = await Promise.all([listFolders(api, place), listDocuments(api, place, requestedPage)]);
  const content = contentOf(found, placePath(place));
  return { ...content, folders: found.cursor === null ? folders.map(folderEntryOf) : [] };
}

/** The workspace's own folders and documents, which the document center shows as tiles or as a table. */
export async function loadCenter(api: Api, state: DocumentListState) {
  const [folders, found] = await Promise.all([
    listFolders(api, workspacePlace),
    listDocuments(api, workspacePlace, state.page, { order: orderOf(state) }),
  ]);
  const isFirst = found.cursor === null;
  return {
    ...pageOfList(found, state),
    folders: isFirst ? folders.map(folderEntryOf) : [],
    documents: found.items.map((document) => rowOf(document, null)),
  };
}

/** The documents that contain the words, in any folder, each with the place in its text. */
export async function loadSearchResults(api: Api, state: DocumentListState): Promise<SearchContent> {
  const found = await searchDocuments(api, state.q, state.page, orderOf(state));
  const snippets = await findSnippets(api, state.q, found.items);
  return {
    ...pageOfList(found, state),
    results: found.items.map((document) => rowOf(document, snippets.get(document.id) ?? null)),
  };
}

function rowOf(document: Document, snippet: Snippet | null): DocumentRow {
  return { ...documentEntryOf(document), changedAt: document.updatedAt, snippet };
}

function pageOfList(found: FoundPage<Document>, state: DocumentListState) {
  const { foot, isFirstInstead } = shownPage(documentsPath, state, found);
  return { foot, isFirstInstead };
}

function contentOf(found: FoundPage<Document>, path: string): PlaceContent {
  return {
    folders: [],
    documents: found.items.map(documentEntryOf),
    foot: footOf(found, (cursor) => pageAddress(path, cursor)),
    isFirstInstead: found.isFirstInstead,
  };
}

const mostInGroup = 12;

/** The documents of a package or client: first the open folders of a kind, then everything else. */
export async function loadHolderContent(api: Api, holder: Holder, url: URL): Promise<HolderContent> {
  const place = { folderId: null, ...holder };
  const requestedPage = readRequestedPage(url.searchParams);
  const inKinds = requestedPage === null ? findByKind(api, holder) : noneByKind;
  const [folders, found, ofKinds] = await Promise.all([
    listFolders(api, place),
    listDocuments(api, place, requestedPage),
    inKinds,
  ]);
  const isFirst = found.cursor === null;
  const [open, closed] = [folders.filter(({ kind }) => kind !== null), folders.filter(({ kind }) => kind === null)];
  const content = contentOf(found, placePath(place));
  return {
    place,
    groups: isFirst ? await Promise.all(open.toSorted(byKind).map((folder) => groupOf(api, folder, ofKinds))) : [],
    content: { ...content, folders: isFirst ? closed.map(folderEntryOf) : [] },
  };
}

/** In the order of the product: what was found wrong before what to buy by. */
function byKind(one: Folder, other: Folder): number {
  return kindOrder.indexOf(one.kind ?? "") - kindOrder.indexOf(other.kind ?? "");
}
const kindOrder = ["inspection_reports", "buyers_guide"];

type ByKind = ReadonlyMap<string | null, Page<Document> | null>;
const noneByKind: ByKind = new Map();

/** The documents of a property's open folders, asked for by kind so that nothing waits for the folders' ids. */
async function findByKind(api: Api, { packageId }: Holder): Promise<ByKind> {
  if (packageId === null) return noneByKind;
  const find = async (kind: string) => [kind, await listDocumentsOfKind(api, packageId, kind, mostInGroup)] as const;
  return new Map(await Promise.all(kindOrder.map(find)));
}

/** @param ofKinds what is known of some kinds; a service may not offer that, or leave out the filter without a word */
async function groupOf(api: Api, folder: Folder, ofKinds: ByKind): Promise<FolderGroup> {
  const { id, name, packageId, clientId } = folder;
  const known = ofKinds.get(folder.kind);
  const isOfFolder = known?.items.every(({ folderId }) => folderId === id) === true;
  const { items, page } = isOfFolder
    ? known
    : await listDocuments(api, { folderId: id, packageId, clientId }, null, { limit: mostInGroup });
  const total = Math.max(page.total ?? 0, items.length);
  return {
    id,
    name,
    documents: items.map(documentEntryOf),
    total,
    visibility: visibilityOf(folder),
    mayAdd: allows(folder, "add"),
  };
}
