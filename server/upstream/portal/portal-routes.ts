import type { Thumbnails } from "../documents/thumbnails.ts";
import type { Route } from "../engine/action.ts";
import type { IdentityParts } from "../identity/parts.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { acceptanceRoute } from "./acceptance-route.ts";
import { calendarRoutes } from "./calendar-routes.ts";
import { portalDocumentRoutes } from "./document-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { meRoutes } from "./me-routes.ts";
import { newsRoute } from "./news-route.ts";
import { openingRoutes } from "./opening-routes.ts";
import { overviewRoutes } from "./overview-routes.ts";
import { propertyRoutes } from "./property-routes.ts";
import { releaseRoutes } from "./release-routes.ts";
import { requestRoutes } from "./request-routes.ts";
import { portalSignInRoutes } from "./sign-in-routes.ts";
import { portalUploadRoutes } from "./upload-routes.ts";
import { portalViewRoute } from "./view-routes.ts";
import { wishesRoutes } from "./wishes-routes.ts";

/** Everything about the portal of clients: those below `/portal/` are for clients, the others for staff. */
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
