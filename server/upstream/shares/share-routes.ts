import type { Mailer } from "../../mail/mailer.ts";
import type { Vault } from "../../vault.ts";
import type { Thumbnails } from "../documents/thumbnails.ts";
import type { Route } from "../engine/action.ts";
import type { PasswordHasher } from "../identity/password-hasher.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { clientSharesRoute } from "./client-shares.ts";
import { openingRoutes } from "./opening-routes.ts";
import { packageShareRoutes } from "./package-shares.ts";
import { shareLinkRoutes } from "./share-link.ts";
import { viewRoutes } from "./view-routes.ts";

export interface ShareParts {
  readonly hasher: PasswordHasher;
  readonly mailer: Mailer;
  readonly objects: ObjectStore;
  readonly thumbnails: Thumbnails;
  /** Origin of the pages that mailed links lead to, without a trailing slash. */
  readonly publicOrigin: string;
  /** Seals the links by which people choose their emails. */
  readonly vault: Vault;
}

/** Everything about showing packages outside of the workspace. */
export function shareRoutes({
  hasher,
  mailer,
  objects,
  thumbnails,
  publicOrigin,
  vault,
}: ShareParts): readonly Route[] {
  return [
    ...shareLinkRoutes(hasher),
    clientSharesRoute({ mailer, publicOrigin, vault }),
    ...packageShareRoutes({ mailer, publicOrigin, vault }),
    ...openingRoutes(hasher),
    ...viewRoutes(objects, thumbnails),
  ];
}
