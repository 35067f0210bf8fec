/** The demo's documents: drawn and stored before the transaction. */
import { randomUUID } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import { fold } from "../../../spelling/folding.ts";
import { nameKeyOf } from "../documents/names.ts";
import type { Queries } from "../engine/queries.ts";
import { fullName } from "../identity/person-name.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { documents, documentTexts, documentVersions, files, folders, objects, packages } from "../tables.ts";
import { runBounded } from "../texts/bounded-worker.ts";
import type { DemoWorkspace } from "./clients.ts";
import type { DemoPackage } from "./packages.ts";
import {
  buyersGuide,
  inspectionReport,
  type Paper,
  sampleReport,
  sellerDisclosure,
  textOf,
  tradesList,
} from "./papers.ts";

const day = 86_400_000;
const megabyte = 1024 ** 2;

type FolderKind = "inspection_reports" | "buyers_guide";

export interface DemoFile {
  readonly key: string;
  readonly uri: string;
  readonly size: number;
  readonly name: string;
  readonly mime: string;
  readonly kind: "pdf" | "image" | "text";
  readonly pages: readonly string[];
  /** The street of its package; null: the workspace's. */
  readonly street: string | null;
  /** A kind of package folder, or a workspace folder's name; null: none. */
  readonly folder: FolderKind | string | null;
  readonly ageInDays: number;
}

interface Draft extends Omit<DemoFile, "key" | "uri" | "size"> {
  readonly bytes: Uint8Array;
}

interface DemoDrawings {
  readonly houses: ReadonlyMap<string, Buffer>;
  readonly agents: ReadonlyMap<DemoPackage["agent"], string>;
  readonly now: Date;
}

/**
 * Draws and stores the documents of each table's packages, and the workspace's. A new property has none.
 * @returns the files of each table in their order, then the others
 */
export async function storeFiles(
  store: ObjectStore,
  tables: readonly (readonly DemoPackage[])[],
  { houses, agents, now }: DemoDrawings,
): Promise<readonly DemoFile[][]> {
  const plans = [...tables.map((table) => packageFiles(table, { houses, agents, now })), workspaceFiles(agents)];
  // Loading the worker takes as long as its drawing.
  const drawn = await drawPapers(
    plans.flat().flatMap(({ paper }) => paper ?? []),
    houses,
  );
  const next = drawn.values();
  const stored: DemoFile[][] = [];
  for (const plan of plans) {
    const drafts = plan.flatMap(({ paper, bytes = paper === undefined ? undefined : next.next().value, ...file }) =>
      bytes === undefined ? [] : [{ ...file, bytes, pages: paper?.pages.map(textOf) ?? [] }],
    );
    stored.push(await storeAll(store, drafts));
  }
  return stored;
}

/** A file before it is drawn and stored. */
interface Plan extends Omit<DemoFile, "key" | "uri" | "size" | "pages"> {
  readonly paper?: Paper;
  readonly bytes?: Uint8Array;
}

function packageFiles(table: readonly DemoPackage[], { houses, agents, now }: DemoDrawings): Plan[] {
  const shown = table.filter(({ sqft, ageInDays }) => sqft !== null && ageInDays >= 3);
  return shown.flatMap((property, number): Plan[] => {
    const { street, house, ageInDays } = property;
    const inspected = new Date(now.getTime() - (ageInDays - 1) * day);
    const report = inspectionReport(property, number, dayFormat.format(inspected));
    const guide = buyersGuide(property, agents.get(property.agent) ?? "Your agent");
    const common = { street, mime: "application/pdf", kind: "pdf", ageInDays: ageInDays - 1 } as const;
    const bytes = house === null ? undefined : houses.get(house);
    const front = { name: "Front view.webp", folder: null, street, mime: "image/webp", kind: "image" } as const;
    return [
      { ...common, name: "Inspection report.pdf", folder: "inspection_reports", paper: report },
      { ...common, name: "Buyers guide.pdf", folder: "buyers_guide", paper: guide },
      ...(bytes === undefined ? [] : [{ ...front, bytes, ageInDays }]),
    ];
  });
}

function workspaceFiles(agents: DemoDrawings["agents"]): Plan[] {
  const house = { street: "your next house", area: "The neighborhood", city: "Seattle", house: "harbor" };
  const guide = buyersGuide(house, agents.get("owner") ?? "Your agent");
  const common = { street: null, mime: "application/pdf", kind: "pdf", ageInDays: 60 } as const;
  return [
    { ...common, folder: "Disclosures 2020", name: "Seller disclosure.pdf", paper: sellerDisclosure() },
    { ...common, folder: "Inspection report", name: "Sample inspection report.pdf", paper: sampleReport() },
    { ...common, folder: "Buyers guide", name: "Buyers guide.pdf", paper: guide },
    { ...common, folder: "Misc", name: "Trades we call.pdf", paper: tradesList() },
  ];
}

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "America/Los_Angeles" });

async function storeAll(store: ObjectStore, drafts: readonly Draft[]): Promise<DemoFile[]> {
  const stored: DemoFile[] = [];
  for (const { bytes, ...draft } of drafts) {
    const key = `demo/${randomUUID()}`;
    await store.put(key, draft.mime, bytes);
    stored.push({ ...draft, key, uri: store.storageUri(key), size: bytes.length });
  }
  return stored;
}

async function drawPapers(papers: readonly Paper[], houses: DemoDrawings["houses"]): Promise<readonly Uint8Array[]> {
  const { default: sharp } = await import("sharp");
  const shown = new Set(papers.flatMap(({ house }) => house ?? []));
  const drawings = [...houses].filter(([name]) => shown.has(name));
  const pictures = await Promise.all(
    drawings.map(async ([name, drawing]) => {
      const picture = await sharp(drawing).jpeg({ quality: 95, chromaSubsampling: "4:4:4" }).toBuffer();
      return [name, picture.toString("base64")] as const;
    }),
  );
  const told = new TextEncoder().encode(JSON.stringify({ papers, pictures: Object.fromEntries(pictures) }));
  const bounds = { milliseconds: 60_000, memoryBytes: 256 * megabyte, signal: new AbortController().signal };
  const drawn = await runBounded("../demo/papers-worker", told, bounds);
  return Array.isArray(drawn) ? drawn.filter((bytes) => bytes instanceof Uint8Array) : [];
}

/** Makes documents of files, each where it belongs; the folders of the workspace are made with them. */
export async function insertDocuments(
  transaction: Queries,
  stored: readonly DemoFile[],
  { workspaceId, accounts, names, now }: Omit<DemoWorkspace, "pictures">,
): Promise<void> {
  if (stored.length === 0) return;
  const accountId = accounts.get("owner") ?? null;
  const actorName = fullName(names.owner);
  const placeOf = await findPlaces(transaction, stored, workspaceId, accountId);
  const rows = stored.map((one) => rowsOf(one, placeOf(one), { workspaceId, accountId, actorName, now }));
  await transaction.insert(objects).values(rows.map(({ object }) => object));
  await transaction.insert(files).values(rows.map(({ file }) => file));
  await transaction.insert(documents).values(rows.map(({ document }) => document));
  await transaction.insert(documentVersions).values(rows.map(({ version }) => version));
  // The texts are known, so the files are not read.
  await transaction.insert(documentTexts).values(rows.flatMap(({ text }) => text));
}

interface FilePlacement {
  readonly packageId: string | null;
  readonly folderId: string | null;
}

async function findPlaces(
  transaction: Queries,
  stored: readonly DemoFile[],
  workspaceId: string,
  accountId: string | null,
): Promise<(file: DemoFile) => FilePlacement> {
  const names = new Set(stored.flatMap(({ street, folder }) => (street === null && folder !== null ? [folder] : [])));
  const own = [...names].map((name) => ({ id: randomUUID(), workspaceId, accountId, name, nameKey: nameKeyOf(name) }));
  if (own.length > 0) await transaction.insert(folders).values(own);
  const properties = await transaction
    .select({ id: packages.id, street: packages.street })
    .from(packages)
    .where(eq(packages.workspaceId, workspaceId));
  const idOf = new Map(properties.map(({ id, street }) => [street, id]));
  const furniture = await transaction
    .select({ id: folders.id, packageId: folders.packageId, kind: folders.kind })
    .from(folders)
    .where(and(eq(folders.workspaceId, workspaceId), isNotNull(folders.kind)));
  return ({ street, folder }) => {
    const packageId = street === null ? null : (idOf.get(street) ?? null);
    const found =
      packageId === null
        ? own.find(({ name }) => name === folder)
        : furniture.find((one) => one.packageId === packageId && one.kind === folder);
    return { packageId, folderId: found?.id ?? null };
  };
}

interface Writing extends Pick<DemoWorkspace, "workspaceId" | "now"> {
  readonly accountId: string | null;
  readonly actorName: string;
}

function rowsOf(stored: DemoFile, place: FilePlacement, { workspaceId, accountId, actorName, now }: Writing) {
  const { key, uri, size, name, mime, kind, pages, ageInDays, folder } = stored;
  const [fileId, documentId] = [randomUUID(), randomUUID()];
  const insertedAt = new Date(now.getTime() - ageInDays * day).toISOString();
  const common = { workspaceId, accountId, size, insertedAt };
  const shown = { fileId, mime, size };
  const [labelKey, words] = [nameKeyOf(name), fold(pages.join("\n"))];
  return {
    object: { storageKey: key, workspaceId, accountId: accountId ?? "", size, expiresAt: insertedAt },
    file: { ...common, id: fileId, storageKey: key, uri, name, mime, kind },
    document: {
      ...common,
      ...shown,
      ...place,
      id: documentId,
      kind,
      label: name,
      labelKey,
      updatedAt: insertedAt,
      isClientVisible: folder === "buyers_guide",
      searchText: `${labelKey}\n${words}`,
    },
    version: { ...shown, workspaceId, documentId, number: 1, name, actorName, insertedAt },
    text:
      pages.length === 0
        ? []
        : [
            {
              fileId,
              workspaceId,
              state: "ready" as const,
              pages: [...pages],
              pageCount: pages.length,
              finishedAt: insertedAt,
            },
          ],
  };
}
