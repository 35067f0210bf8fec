import { prefix, route } from "@react-router/dev/routes";

/** The pages of changes of several records. */
export const batchPages = prefix("batches", [
  route("new", "batches/new.tsx"),
  route("sharing", "batches/share.tsx"),
  route(":batchId", "batches/show.tsx"),
  route(":batchId/undoing", "batches/undo.tsx"),
  route(":batchId/stopping", "batches/stop.tsx"),
]);
