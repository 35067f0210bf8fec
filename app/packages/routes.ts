import { index, prefix, route } from "@react-router/dev/routes";

/** The pages of properties. */
export const packagePages = [
  route("packages", "packages/index.tsx", [
    route("new", "packages/new.tsx"),
    route(":packageId/price", "packages/price.tsx"),
  ]),
  ...prefix("packages", [
    route("export.csv", "packages/export.ts"),
    route("imports/new", "packages/import-new.tsx"),
    route("imports/:packageImportId", "packages/import-show.tsx"),
    route("imports/:packageImportId/columns", "packages/import-columns.tsx"),
    route(":packageId", "packages/show.tsx", [
      index("packages/documents.tsx"),
      route("inspections", "inspections/index.tsx"),
      route("costs", "costs/show.tsx"),
    ]),
    ...prefix(":packageId/inspections", [
      route("reports/new", "inspections/report-new.tsx"),
      route("reports/:reportId/removal", "inspections/report-remove.tsx"),
      route("uploads/new", "inspections/upload-new.tsx"),
      route("findings/new", "inspections/finding-new.tsx"),
      route("findings/:findingId/edit", "inspections/finding-edit.tsx"),
      route("findings/:findingId/decision", "inspections/finding-decision.tsx"),
      route("findings/:findingId/removal", "inspections/finding-remove.tsx"),
    ]),
    route(":packageId/edit", "packages/edit.tsx"),
    route(":packageId/photos", "packages/photos.tsx"),
    route(":packageId/photos/order", "packages/photo-order.tsx"),
    route(":packageId/photos/:photoId/edit", "packages/photo-edit.tsx"),
    route(":packageId/photos/:photoId/removal", "packages/photo-remove.tsx"),
    route(":packageId/comparables/new", "packages/comparable-new.tsx"),
    route(":packageId/comparables/:comparableId/edit", "packages/comparable-edit.tsx"),
    route(":packageId/comparables/:comparableId/removal", "packages/comparable-remove.tsx"),
    route(":packageId/portal", "packages/portal.tsx"),
    route(":packageId/agent", "assignments/edit.tsx", { id: "package-agent" }),
    route(":packageId/sharing", "assignments/sharing.tsx", { id: "package-sharing" }),
    route(":packageId/sharing/:memberId/ending", "assignments/sharing-end.tsx", { id: "package-sharing-end" }),
    route(":packageId/archival", "packages/archive.tsx"),
    route(":packageId/archival/removal", "packages/restore.tsx"),
    route(":packageId/shares", "sharing/index.tsx"),
    ...prefix(":packageId/shares", [
      route("new", "sharing/new.tsx"),
      route("clients", "sharing/clients.tsx"),
      route(":shareId", "sharing/show.tsx"),
      route(":shareId/edit", "sharing/edit.tsx"),
      route(":shareId/revocation", "sharing/revoke.tsx"),
    ]),
    ...prefix(":packageId/costs", [
      route("edit", "costs/edit.tsx"),
      route("templates", "costs/templates.tsx"),
      route("templates/new", "costs/template-new.tsx"),
      route("templates/:templateId/edit", "costs/template-rename.tsx"),
      route("templates/:templateId/removal", "costs/template-remove.tsx"),
    ]),
  ]),
];
