import { sql } from "drizzle-orm";
import { z } from "zod";
import { client } from "../clients/client.ts";
import type { Thumbnails } from "../documents/thumbnails.ts";
import { action, type Route } from "../engine/action.ts";
import { created } from "../engine/answer.ts";
import { recordEvent, type WithHistory } from "../engine/history.ts";
import { readOne } from "../engine/reading.ts";
import { recordType } from "../engine/record.ts";
import { invalidAttribute } from "../engine/refusal.ts";
import { insertOne } from "../engine/writing.ts";
import type { IdentityParts } from "../identity/parts.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { portalViews } from "../tables.ts";
import { acceptanceRoute } from "./acceptance-route.ts";
import { calendarRoutes } from "./calendar-routes.ts";
import { portalDocumentRoutes } from "./document-routes.ts";
import { invitationRoutes } from "./invitation.ts";
import { meRoutes } from "./me-routes.ts";
import { newsRoute } from "./news-route.ts";
import { openingRoutes } from "./opening.ts";
import { overviewRoutes } from "./overview-routes.ts";
import { portalSignInRoutes } from "./portal-sign-in.ts";
import { propertyRoutes } from "./property-routes.ts";
import { releaseRoutes } from "./released.ts";
import { requestRoutes } from "./request.ts";
import { portalUploadRoutes } from "./upload-routes.ts";
import { wishesRoutes } from "./wishes-routes.ts";

/** Routes of the portal: below `/portal/` for clients, others for staff. */
export function portalRoutes(parts: IdentityParts, store: ObjectStore, thumbnails: Thumbnails): readonly Route[] {
  return [
    ...invitationRoutes(parts),
    portalViewRoute,
    ...portalSignInRoutes(parts),
    ...meRoutes,
    ...overviewRoutes,
    newsRoute,
    ...calendarRoutes,
    ...propertyRoutes,
    ...openingRoutes,
    ...releaseRoutes,
    ...portalDocumentRoutes(store, thumbnails),
    ...portalUploadRoutes(store),
    ...requestRoutes,
    ...wishesRoutes,
    acceptanceRoute,
  ];
}

const viewType = recordType("portal_view", z.object({ client_id: z.uuid(), expires_at: z.iso.datetime() }));

const minutes = 60;

const viewed: WithHistory<"began"> = {
  type: viewType.type,
  table: portalViews,
  id: portalViews.id,
  history: {
    topic: "portal",
    labels: { began: "Client portal viewed as the client" },
    holders: { client: portalViews.clientId },
  },
};

/** Begins a portal view, which the client's history notes. */
const portalViewRoute: Route = action({
  method: "POST",
  path: "/portal_views",
  summary: "Look at a client's portal as the client sees it; reads that send its id in x-portal-view are answered so",
  access: "workspace",
  input: { type: "portal_view", attributes: z.object({ clientId: z.uuid() }) },
  answers: { status: 201, of: viewType },
  async run({ database, currentUser, attributes: { clientId }, now }) {
    const { record } = await readOne(database, client, currentUser, clientId);
    if (record.attributes.archived_at !== null)
      throw invalidAttribute("client_id", "This client is archived, and sees only whom to ask.");
    const { workspaceId, accountId } = currentUser;
    const expiresAt = new Date(now.getTime() + minutes * 60_000).toISOString();
    const id = await insertOne(database, portalViews, { workspaceId, clientId, accountId, expiresAt });
    await recordEvent({ database, currentUser }, viewed, "began", id);
    await database.delete(portalViews).where(sql`${portalViews.expiresAt} < ${now}::timestamptz - interval '1 day'`);
    return created(viewType, { id, attributes: { client_id: clientId, expires_at: expiresAt } });
  },
});
