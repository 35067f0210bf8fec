import { index, prefix, route } from "@react-router/dev/routes";

/** The pages of documents and folders. */
export const documentPages = [
  ...prefix("documents", [
    index("documents/index.tsx"),
    route("trash", "documents/trash.tsx"),
    route("bundle", "documents/zip.ts"),
    route("clashes", "documents/clashes.tsx"),
    route("uploads/new", "documents/upload-new.tsx"),
    route("folders/new", "documents/folder-new.tsx"),
    route("folders/:folderId", "documents/folder.tsx"),
    route("folders/:folderId/renaming", "documents/item-rename.tsx", { id: "folder-rename" }),
    route("folders/:folderId/moving", "documents/item-move.tsx", { id: "folder-move" }),
    route("folders/:folderId/visibility", "documents/folder-visibility.tsx"),
    route("folders/:folderId/trashing", "documents/item-delete.tsx", { id: "folder-delete" }),
    route("folders/:folderId/trashing/removal", "documents/item-restore.tsx", { id: "folder-restore" }),
    route("folders/:folderId/removal", "documents/item-purge.tsx", { id: "folder-purge" }),
    route(":documentId", "documents/show.tsx"),
    route(":documentId/content", "documents/content.ts"),
    route(":documentId/thumbnail", "documents/thumbnail.ts"),
    route(":documentId/replacement", "documents/replacement.tsx"),
    route(":documentId/visibility", "documents/visibility.tsx"),
    route(":documentId/renaming", "documents/item-rename.tsx", { id: "document-rename" }),
    route(":documentId/moving", "documents/item-move.tsx", { id: "document-move" }),
    route(":documentId/trashing", "documents/item-delete.tsx", { id: "document-delete" }),
    route(":documentId/trashing/removal", "documents/item-restore.tsx", { id: "document-restore" }),
    route(":documentId/removal", "documents/item-purge.tsx", { id: "document-purge" }),
    route(":documentId/summary", "summaries/show.tsx"),
    route(":documentId/summary/approval", "summaries/approve.tsx"),
    route(":documentId/summary/approval/removal", "summaries/hide.tsx"),
    route(":documentId/analysis", "inspections/analysis.tsx"),
  ]),
];
