import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { answerThumbnail, type Thumbnails, thumbnailParameters } from "../documents/thumbnails.ts";
import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { moneyJson, moneySchema } from "../engine/money.ts";
import type { Queries, Reads } from "../engine/queries.ts";
import { recordType } from "../engine/record.ts";
import { forbidden, notFound } from "../engine/refusal.ts";
import { isUuid } from "../engine/spelling.ts";
import { answerContent } from "../files/content-route.ts";
import { isShown } from "../files/content-type.ts";
import { labelledName } from "../files/file-name.ts";
import { footOfWorkspace, footSchema } from "../identity/foot.ts";
import { answerPicture, picturePathOf, pictureSizes, pictures, publicPhotoIdOf } from "../pictures/pictures.ts";
import { readReleased, releasedAttributes } from "../portal/released.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { approvedSummary, findApproved } from "../summaries/document-summary.ts";
import {
  documentSummaries,
  documents,
  files,
  folders,
  packagePhotos,
  packages,
  shareLinkFolders,
  workspaces,
} from "../tables.ts";
import { findOpened, type LiveLink } from "./live-link.ts";

const fact = z.string().nullable();
const figure = z.number().nullable();
const person = z.object({ name: z.string(), email: z.string(), phone_number: fact, photo_id: z.uuid().nullable() });

const shownDocument = z.object({
  id: z.uuid(),
  label: z.string(),
  kind: z.string(),
  mime: z.string(),
  size: z.int(),
  folder: z.string().describe("Names of the folders from the first that is shown down; empty outside of all folders"),
  has_summary: z.boolean().describe("Whether it has a summary that an agent has approved"),
  is_cut_off: z.boolean().describe("Whether it is a picture that lost its end on the way, and is shown without"),
  is_shown: z.boolean().describe("Whether it can be looked at; else it can only be saved, where that is allowed"),
});

const sharedView = recordType(
  "shared_view",
  z.object({
    label: z.string(),
    workspace_name: z.string(),
    logo_id: z.uuid().nullable().describe("Below /portal/faces, as the agent's photo"),
    foot: footSchema.nullable(),
    agent: person.nullable(),
    street: z.string(),
    city: fact,
    state: fact,
    zip: fact,
    beds: figure,
    baths: figure,
    sqft: figure,
    lot_size: figure,
    garages: figure,
    year_built: figure,
    hoa: moneySchema.nullable(),
    area: fact,
    schools: z.array(z.object({ name: z.string(), url: fact })),
    list_price: moneySchema.nullable(),
    photos: z.array(z.object({ id: z.uuid(), caption: fact })).describe("In their order; the first is the cover"),
    released: releasedAttributes.nullable().describe("What was released to clients; null where the link leaves it out"),
    allows_download: z.boolean(),
    documents: z.array(shownDocument),
    documents_total: z.int(),
  }),
);

const most = 25;

const skip = z
  .string()
  .regex(/^\d{1,6}$/, "Say how many to pass over.")
  .transform(Number)
  .default(0);

/** What a link shows: the property, its documents and their bytes. */
export function viewRoutes(store: ObjectStore, thumbnails: Thumbnails): readonly Route[] {
  const view = action({
    method: "GET",
    path: "/shared_packages/:token/view",
    summary: `What a link shows; documents ${most} at a time, from \`skip\` on. Needs the header x-viewing-token`,
    access: "anyone",
    parameters: z.object({ skip }),
    answers: { status: 200, of: sharedView },
    async run({ database, segment, request, parameters, now }) {
      const link = await findOpened(database, segment("token"), request, now);
      const { documents, total } = await listShared(database, link, { start: parameters.skip, most });
      const shown = documents.map(({ id, label, kind, size, folder, has_summary, is_cut_off, mime }) => ({
        id,
        label,
        kind,
        mime,
        size,
        folder,
        has_summary,
        is_cut_off,
        is_shown: isShown(mime),
      }));
      const { allowsDownload: allows_download, label } = link;
      const facts = await factsOf(database, link);
      const released = link.includesReleased ? await readReleased(database, link.packageId, sql`true`) : null;
      return found(sharedView, {
        id: link.id,
        attributes: { label, ...facts, released, allows_download, documents: shown, documents_total: total },
      });
    },
  });

  const content = action({
    method: "GET",
    path: "/shared_packages/:token/documents/:id/content",
    summary: "The bytes of a document that a link shows. Honours Range and If-Range. Needs the header x-viewing-token",
    access: "anyone",
    parameters: z.object({ download: z.enum(["true", "false"]).optional() }),
    answers: { status: 200, of: null },
    async run({ database, segment, request, parameters, now }) {
      const link = await findOpened(database, segment("token"), request, now);
      const id = segment("id");
      const document = isUuid(id) ? await findShared(database, link, id) : null;
      if (!document) throw notFound();
      const isSaved = parameters.download === "true" || !isShown(document.mime);
      if (isSaved && !link.allowsDownload) throw forbidden("This link doesn't allow downloads.");
      const [file] = await database.select().from(files).where(sql`${files.id} = ${document.file_id}`);
      if (!file) throw notFound();
      return answerContent(store, request, { ...file, name: labelledName(document.label, file.name) }, isSaved);
    },
  });

  const thumbnail = action({
    method: "GET",
    path: "/shared_packages/:token/documents/:id/thumbnail",
    summary:
      "A document that a link shows as a small picture; 202 until it is drawn, 404 where there is none. Needs the header x-viewing-token",
    access: "anyone",
    parameters: thumbnailParameters,
    answers: { status: 200, of: null },
    async run({ database, segment, request, parameters, now }) {
      const link = await findOpened(database, segment("token"), request, now);
      const id = segment("id");
      const document = isUuid(id) ? await findShared(database, link, id) : null;
      // A file that cannot be shown needs the permission to download.
      if (document === null || !(isShown(document.mime) || link.allowsDownload)) throw notFound();
      const file = { fileId: document.file_id, kind: document.kind, workspaceId: link.workspaceId };
      return answerThumbnail(thumbnails, request, file, parameters.width);
    },
  });

  return [view, content, thumbnail, summaryRoute, photoRoute];
}

const photoRoute = action({
  method: "GET",
  path: "/shared_packages/:token/photos/:id",
  summary: "A photo of what a link shows, large where no size is named. Needs the header x-viewing-token",
  access: "anyone",
  parameters: z.object({ size: z.enum(pictureSizes).optional() }),
  answers: { status: 200, of: null },
  async run({ database, segment, request, parameters, now }) {
    const link = await findOpened(database, segment("token"), request, now);
    const id = segment("id");
    if (!isUuid(id)) throw notFound();
    const isPhoto = sql`${picturePathOf(pictures.id)} = (select ${packagePhotos.url} from ${packagePhotos}
      where ${packagePhotos.id} = ${id} and ${packagePhotos.packageId} = ${link.packageId}) and ${pictures.workspaceId} = ${link.workspaceId}`;
    const [picture] = await database.select().from(pictures).where(isPhoto);
    if (!picture) throw notFound();
    return answerPicture(request, picture, parameters.size);
  },
});

async function factsOf(database: Queries, link: LiveLink): Promise<Readonly<Record<string, unknown>>> {
  const p = packages;
  const { rows } = await database.execute(sql`
    select ${workspaces.name} as workspace_name, ${publicPhotoIdOf(workspaces.logo)} as logo_id, ${footOfWorkspace} as foot,
      case when a.id is not null then json_build_object(
        'name', concat_ws(' ', a.first_name, nullif(a.last_name, '')), 'email', a.email,
        'phone_number', a.phone_number, 'photo_id', (a.profile_picture ->> 'file_id')::uuid) end as agent,
      ${p.street}, ${p.city}, ${p.state}, ${p.zip}, ${p.beds}, ${p.baths}::float8 as baths, ${p.sqft},
      ${p.lotSize}::float8 as lot_size, ${p.garages}, ${p.yearBuilt}, ${moneyJson(p.hoaAmount, p.hoaCurrency)} as hoa, ${p.area}, ${p.schools},
      ${moneyJson(p.listPriceAmount, p.listPriceCurrency)} as list_price, coalesce((select json_agg(json_build_object('id', id, 'caption', caption) order by position)
        from ${packagePhotos} where package_id = ${p.id}), '[]') as photos
    from ${p} join ${workspaces} on ${workspaces.id} = ${p.workspaceId}
      left join upstream.accounts a on a.id = ${p.assignedAccountId}
    where ${p.id} = ${link.packageId}`);
  const [facts] = rows;
  if (!facts) throw notFound();
  return facts;
}

const sharedSummary = recordType("shared_summary", approvedSummary);

const summaryRoute: Route = action({
  method: "GET",
  path: "/shared_packages/:token/documents/:id/summary",
  summary: "The approved summary of a document that a link shows. Needs the header x-viewing-token",
  access: "anyone",
  answers: { status: 200, of: sharedSummary },
  async run({ database, segment, request, now }) {
    const link = await findOpened(database, segment("token"), request, now);
    const id = segment("id");
    const document = isUuid(id) ? await findShared(database, link, id) : null;
    const summary = document && (await findApproved(database, { id: document.id, fileId: document.file_id }));
    if (!document || !summary) throw notFound();
    const { method, points } = summary;
    return found(sharedSummary, { id: document.id, attributes: { label: document.label, method, points } });
  },
});

const deepest = 20;

interface SharedDocument extends Record<string, unknown> {
  readonly id: string;
  readonly label: string;
  readonly mime: string;
  readonly kind: string;
  readonly size: number;
  /** A picture that lost its end. */
  readonly is_cut_off: boolean;
  readonly file_id: string;
  /** The path of its folder; empty outside of folders. */
  readonly folder: string;
  readonly has_summary: boolean;
}

/**
 * SQL of the documents that a link shows: to clients those marked visible, to others those in the chosen folders, and outside of
 * folders where that was chosen.
 */
function shownBy(link: LiveLink): SQL {
  const isChosen = (id: SQL) =>
    link.clientId !== null
      ? sql`true`
      : sql`exists (select from ${shareLinkFolders} s where s.share_link_id = ${link.id} and s.folder_id = ${id})`;
  const isShown =
    link.clientId !== null
      ? sql`d.is_client_visible`
      : sql`(tree.is_shown or d.folder_id is null and ${link.includesUnfiled})`;
  return sql`
    with recursive tree (id, name, is_shown, depth) as (
      select f.id, f.name, ${isChosen(sql`f.id`)}, 1 from ${folders} f
      where f.package_id = ${link.packageId} and f.parent_id is null and f.trashed_at is null
      union all
      select f.id, case when tree.is_shown then tree.name || ' / ' || f.name else f.name end,
        tree.is_shown or ${isChosen(sql`f.id`)}, tree.depth + 1
      from ${folders} f join tree on f.parent_id = tree.id
      where f.trashed_at is null and tree.depth < ${deepest}
    )
    select d.id, d.label, d.mime, d.kind, d.size::float8 as size, d.file_id, d.is_cut_off, coalesce(tree.name, '') as folder,
      d.label_key, exists (select from ${documentSummaries} s
        where s.document_id = d.id and s.file_id = d.file_id and s.approved_at is not null) as has_summary
    from ${documents} d left join tree on tree.id = d.folder_id
    where d.package_id = ${link.packageId} and d.workspace_id = ${link.workspaceId} and d.trashed_at is null
      and (d.folder_id is null or tree.id is not null) and ${isShown}`;
}

interface SharedDocuments {
  readonly documents: readonly SharedDocument[];
  readonly total: number;
}

/** A page of documents by folder and label, and their number. */
async function listShared(
  database: Reads,
  link: LiveLink,
  { start, most }: { readonly start: number; readonly most: number },
): Promise<SharedDocuments> {
  const { rows } = await database.execute<SharedDocument & { total: number }>(sql`
    select shown.*, (count(*) over ())::integer as total from (${shownBy(link)}) shown
    order by folder, label_key, id offset ${start} limit ${most}`);
  const [first] = rows;
  if (first || start === 0) return { documents: rows, total: first?.total ?? 0 };
  return { documents: [], total: (await listShared(database, link, { start: 0, most: 1 })).total };
}

async function findShared(database: Reads, link: LiveLink, id: string): Promise<SharedDocument | null> {
  const { rows } = await database.execute<SharedDocument>(sql`
    select * from (${shownBy(link)}) shown where shown.id = ${id}`);
  return rows[0] ?? null;
}
