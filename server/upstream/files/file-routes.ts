import type { Route } from "../engine/action.ts";
import { findRoute, listRoute } from "../engine/table-routes.ts";
import type { ObjectStore } from "../storage/object-store.ts";
import { contentRoute } from "./content-route.ts";
import { fileCreationRoute } from "./creation-route.ts";
import { file } from "./file.ts";
import { presignedPostRoute } from "./presigned-post-route.ts";
import { storageAllowanceRoute } from "./storage-allowance.ts";
import { upload, uploadList } from "./upload.ts";

/** Everything about files. @param store where their bytes are */
export function fileRoutes(store: ObjectStore): readonly Route[] {
  return [
    presignedPostRoute(store),
    fileCreationRoute(store),
    findRoute(file, "A file; its bytes are below it, at /content"),
    contentRoute(store),
    storageAllowanceRoute,
    listRoute(upload, uploadList, "The current user's failed uploads of the last day, newest first"),
  ];
}
