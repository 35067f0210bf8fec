import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";
import { clientPages } from "./clients/routes.ts";
import { documentPages } from "./documents/routes.ts";
import { messagePages } from "./messages/routes.ts";
import { opportunityPages } from "./opportunities/routes.ts";
import { packagePages } from "./packages/routes.ts";
import { portalPages } from "./portal/routes.ts";
import { taskPages } from "./tasks/routes.ts";

/**
 * The map of URLs. Who may enter what is said by the nesting: everything below `session/agents.tsx` is for staff only,
 * everything below `portal/clients.tsx` for clients only, and everything below `workspace/records.tsx` is about records, which
 * may be another service's.
 * A new first segment is a word that no workspace may have as its url: add it to the service's reserved handles.
 */
export default [
  index("session/home.tsx"),
  layout("session/public.tsx", [
    route("login", "session/login.tsx"),
    route("login/link", "session/login-link.tsx"),
    route("login/code", "session/login-code.tsx"),
    route("login/second-step", "second-step/login-step.tsx"),
    route("login/second-step/recovery", "second-step/login-recovery.tsx"),
    route("sign-in/:token", "session/sign-in-link.tsx"),
    route("register", "session/register.tsx", [
      route("account", "session/register-account.tsx"),
      route("workspace", "session/register-workspace.tsx"),
      route("complete", "session/register-complete.tsx"),
    ]),
    route("verify/:token", "session/verify.tsx"),
    route("verify/email/:token", "account/email-link.tsx"),
    route("invitation/:token", "session/invitation.tsx"),
    route("password/forgotten", "session/password-forgotten.tsx"),
    route("password/:token", "session/password-reset.tsx"),
    route("signed-out", "session/signed-out.tsx"),
    route("outbox", "session/outbox.tsx"),
  ]),
  layout("sharing/shared-pages.tsx", [
    route("shared/:token", "sharing/shared.tsx"),
    route("shared/:token/view", "sharing/view.tsx"),
    route("shared/:token/photos/:photoId", "sharing/photo.ts"),
    route("shared/:token/documents/:documentId", "sharing/document.ts"),
    route("shared/:token/documents/:documentId/thumbnail", "sharing/thumbnail.ts"),
    route("shared/:token/documents/:documentId/summary", "sharing/summary.tsx"),
  ]),
  layout("portal/public.tsx", [
    ...prefix("client-portal", [
      index("portal/landing.tsx"),
      route("contact", "portal/contact.tsx"),
      route("contact/sent", "portal/contact-sent.tsx"),
      route("register", "portal/register.tsx"),
      route("register/sent", "portal/register-sent.tsx"),
      route("registrations/:token", "portal/registration.tsx"),
      route("login", "portal/login.tsx"),
      route("login/code", "portal/login-code.tsx"),
      route("sign-in/:token", "portal/sign-in-link.tsx"),
      route("sign-in/:token/renewal", "portal/link-renewal.tsx", { id: "portal-link-renewal" }),
      route("invitations/:token", "portal/invitation.tsx"),
      route("invitations/:token/renewal", "portal/link-renewal.tsx", { id: "portal-invitation-renewal" }),
      route("mails/:token", "portal/mails.tsx"),
      route("calendars/:token/dates.ics", "portal/calendar-feed.ts"),
      route("faces/:pictureId", "portal/face.ts"),
      route("signed-out", "portal/signed-out.tsx"),
      route("*", "portal/not-found.tsx"),
    ]),
  ]),
  route("client-portal/sign-out", "portal/sign-out.tsx"),
  layout("portal/clients.tsx", [
    route("client-portal/workspaces", "portal/workspaces.tsx"),
    layout("portal/frame.tsx", portalPages("client-portal/dashboard", "portal")),
  ]),
  route("sign-out", "session/sign-out.tsx"),
  route("signed-out/picture", "session/signed-out-picture.ts"),
  layout("second-step/people.tsx", [
    route("workspace/switch", "workspace/switch.tsx"),
    route("workspace/left", "workspace/left.tsx"),
    ...prefix("settings/account/two-step", [
      route("setup", "second-step/set-up.tsx"),
      route("setup/confirmation", "second-step/confirm.tsx"),
      route("recovery-codes", "second-step/recovery-codes.tsx"),
      route("recovery-codes/download", "second-step/recovery-codes-download.ts"),
      route("recovery-codes/new", "second-step/recovery-codes-new.tsx"),
      route("removal", "second-step/remove.tsx"),
      route("mailed-code", "second-step/mail-code.tsx"),
    ]),
  ]),
  layout("session/agents.tsx", [
    route("scripts", "session/scripts.ts"),
    layout("workspace/records.tsx", { id: "records-without-frame" }, [
      route("pictures/:width/:signature/:source", "pictures/show.ts"),
      route("picker", "picking/options.ts"),
      route("packages/:packageId/costs/print", "costs/print.tsx"),
      route("packages/:packageId/portal/preview", "packages/portal-preview.tsx"),
      route("uploads", "uploads/create.ts"),
      route("messages/events", "messages/events.ts"),
      route("settings/portal/preview", "landing/preview.tsx"),
      route("uploads/:uploadId", "uploads/resume.ts"),
      layout("portal/view-frame.tsx", portalPages("portal-view/:viewId", "portal-view")),
    ]),
    layout("workspace/frame.tsx", [
      layout("workspace/records.tsx", [
        route("dashboard", "dashboard/index.tsx"),
        route("activity", "activity/index.tsx"),
        route("search", "search/index.tsx"),
        ...clientPages,
        ...prefix("trash", [
          index("trash/index.tsx"),
          route("new", "trash/new.tsx"),
          route("restoration", "trash/restore.tsx"),
          route("removal", "trash/purge.tsx"),
        ]),
        ...packagePages,
        ...opportunityPages,
        ...documentPages,
        ...messagePages,
        route("notifications", "notifications/index.tsx"),
        route("notifications/reading", "notifications/reading.ts"),
        ...taskPages,
      ]),
      layout("workspace/boundary.tsx", [
        route("workspace/join", "workspace/join.tsx"),
        ...prefix("workspace", [
          route("confirmations/:token", "workspace/confirmation.tsx"),
          route("deleted", "workspace/deleted.tsx"),
          route("deleted/:workspaceId/restoration", "workspace/restore.tsx"),
        ]),
        route("settings", "workspace/settings.tsx", [
          index("workspace/settings-index.tsx"),
          route("general", "workspace/general.tsx"),
          ...prefix("members", [
            index("members/index.tsx", { id: "members" }),
            route("invitations", "members/invitations.tsx"),
            route("invitations/new", "members/invitation-new.tsx"),
            route("invitations/:colleagueInvitationId/sending", "members/invitation-send.tsx"),
            route("invitations/:colleagueInvitationId/revocation", "members/invitation-revoke.tsx"),
          ]),
          route("billing", "billing/index.tsx"),
          route("billing/plans", "billing/plans.tsx"),
          route("billing/plans/:plan", "billing/request.tsx"),
          route("billing/withdrawal", "billing/withdraw.tsx"),
          route("members/:memberId", "members/show.tsx"),
          route("members/:memberId/removal", "members/remove.tsx"),
          route("activity", "audit-log/index.tsx", { id: "audit-log" }),
          route("activity/export.csv", "audit-log/export.ts"),
          route("portal", "landing/settings.tsx"),
          route("notifications", "notifications/settings.tsx"),
          route("mail", "notifications/delivery.tsx"),
          route("account", "account/show.tsx"),
          route("account/email", "account/email.tsx"),
          route("account/email/sending", "account/email-sending.ts"),
          route("account/email/withdrawal", "account/email-withdrawal.ts"),
          route("account/sessions", "account/sessions.tsx"),
          route("account/sessions/ending", "account/sessions-end.ts"),
          route("account/sessions/:sessionId/ending", "account/session-end.ts"),
          route("security", "second-step/rules.tsx"),
          route("account/two-step", "second-step/settings.tsx"),
          route("export", "exports/show.tsx"),
          route("export/archive.zip", "exports/download.ts"),
          route("transfer", "workspace/transfer.tsx"),
          route("deletion", "workspace/deletion.tsx"),
          route("confirmations/:confirmationId/withdrawal", "workspace/confirmation-withdraw.tsx"),
          route("logo", "workspace/logo.tsx"),
          route("logo/removal", "workspace/logo-remove.tsx"),
        ]),
        route("settings/members/:memberId/two-step-removal", "second-step/member-reset.tsx"),
        route("account/password", "session/password-change.tsx"),
        route("account/photo", "workspace/own-photo.tsx"),
        route("account/photo/removal", "workspace/own-photo-remove.tsx"),
        route("account/unsent", "forms/unsent.tsx"),
      ]),
    ]),
  ]),
  layout("landing/address.tsx", [
    layout("session/agents.tsx", { id: "agents-at-address" }, [
      layout("workspace/frame.tsx", { id: "frame-at-address" }, [
        layout("workspace/boundary.tsx", { id: "boundary-at-address" }, [route(":handle", "workspace/address.tsx")]),
      ]),
    ]),
  ]),
  route("*", "not-found.tsx"),
] satisfies RouteConfig;
