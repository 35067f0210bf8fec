import { index, prefix, route } from "@react-router/dev/routes";

/** The pages of clients. */
export const clientPages = [
  route("clients", "clients/index.tsx", [route("new", "clients/new.tsx")]),
  ...prefix("clients", [
    route("export.csv", "clients/export.ts"),
    route("imports/new", "clients/import-new.tsx"),
    route("imports/:importId", "clients/import-show.tsx"),
    route("imports/:importId/undoing", "clients/import-undo.tsx"),
  ]),
  ...prefix("clients/:id", [
    route("", "clients/show.tsx", [
      index("clients/opportunities.tsx"),
      route("documents", "clients/documents.tsx"),
      route("activity", "clients/activity.tsx"),
    ]),
    route("edit", "clients/edit.tsx"),
    route("photo", "clients/photo.tsx"),
    route("photo/removal", "clients/photo-remove.tsx"),
    route("archival", "clients/archive.tsx"),
    route("archival/removal", "clients/restore.tsx"),
    route("merge", "client-merges/choose.tsx"),
    route("merge/fields", "client-merges/fields.tsx"),
    route("merge/undoing", "client-merges/undo.tsx"),
    route("buyer-profile/edit", "clients/buyer-profile-edit.tsx"),
    route("agreement", "clients/agreement-edit.tsx"),
    route("agent", "assignments/edit.tsx", { id: "client-agent" }),
    route("sharing", "assignments/sharing.tsx", { id: "client-sharing" }),
    route("sharing/:memberId/ending", "assignments/sharing-end.tsx", { id: "client-sharing-end" }),
    route("portal/invitations/new", "invitations/new.tsx"),
    route("portal/invitations/:invitationId/sending", "invitations/send.tsx"),
    route("portal/invitations/:invitationId/revocation", "invitations/revoke.tsx"),
    route("portal/view", "invitations/view.tsx"),
    route("portal/requests/:requestId", "portal-requests/show.tsx"),
    route("portal/requests/:requestId/acceptance", "portal-requests/acceptance.tsx"),
    route("contact-requests/:contactRequestId/acceptance", "contact-requests/accept.tsx"),
    route("contact-requests/:contactRequestId/dismissal", "contact-requests/dismiss.tsx"),
    route("addresses", "clients/address-retry.ts"),
    route("people/new", "clients/person-new.tsx"),
    route("people/:personId/edit", "clients/person-edit.tsx"),
    route("people/:personId/removal", "clients/person-remove.tsx"),
  ]),
];
