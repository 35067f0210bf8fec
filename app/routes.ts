import { index, layout, prefix, type RouteConfig, route } from "@react-router/dev/routes";

/**
 * The map of URLs. Who may enter what is said by the nesting: everything below `session/agents.tsx` is for staff only.
 * A new first segment is a word that no workspace may have as its url: add it to the service's reserved handles.
 */
export default [
  index("session/home.tsx"),
  layout("session/public.tsx", [
    route("login", "session/login.tsx"),
    route("login/link", "session/login-link.tsx"),
    route("login/code", "session/login-code.tsx"),
    route("sign-in/:token", "session/sign-in.tsx"),
    route("register", "session/register.tsx", [
      route("account", "session/register-account.tsx"),
      route("workspace", "session/register-workspace.tsx"),
      route("complete", "session/register-complete.tsx"),
    ]),
    route("verify/:token", "session/verify.tsx"),
    route("password/forgotten", "session/password-forgotten.tsx"),
    route("password/:token", "session/password-reset.tsx"),
    route("signed-out", "session/signed-out.tsx"),
    route("outbox", "session/outbox.tsx"),
  ]),
  route("sign-out", "session/sign-out.tsx"),
  route("signed-out/picture", "session/signed-out-picture.ts"),
  layout("session/agents.tsx", [
    route("pictures/:width/:signature/:source", "pictures/show.ts"),
    route("scripts", "session/scripts.ts"),
    layout("workspace/frame.tsx", [
      route("dashboard", "dashboard/index.tsx"),
      route("clients", "clients/index.tsx", [route("new", "clients/new.tsx")]),
      ...prefix("clients/:id", [
        route("", "clients/show.tsx", [
          index("clients/opportunities.tsx"),
          route("documents", "clients/documents.tsx"),
          route("activity", "clients/activity.tsx"),
        ]),
        route("edit", "clients/edit.tsx"),
        route("archival", "clients/archival.tsx"),
        route("archival/removal", "clients/archival-removal.tsx"),
        route("buyer-profile/edit", "clients/buyer-profile-edit.tsx"),
        route("people/new", "clients/person-new.tsx"),
        route("people/:personId/edit", "clients/person-edit.tsx"),
        route("people/:personId/removal", "clients/person-removal.tsx"),
      ]),
      ...prefix("packages", [
        index("packages/index.tsx"),
        route("new", "packages/new.tsx"),
        route(":packageId", "packages/show.tsx", [index("packages/documents.tsx")]),
        route(":packageId/edit", "packages/edit.tsx"),
        route(":packageId/comparables/new", "packages/comparable-new.tsx"),
        route(":packageId/comparables/:comparableId/edit", "packages/comparable-edit.tsx"),
        route(":packageId/comparables/:comparableId/removal", "packages/comparable-removal.tsx"),
        route(":packageId/archival", "packages/archival.tsx"),
        route(":packageId/archival/removal", "packages/archival-removal.tsx"),
      ]),
      ...prefix("workspace", [route("join", "workspace/join.tsx"), route("switch", "workspace/switch.tsx")]),
      route("settings", "workspace/settings.tsx", [
        index("workspace/settings-index.tsx"),
        route("general", "workspace/general.tsx"),
      ]),
      route("account/password", "session/password-change.tsx"),
      route(":handle", "workspace/address.tsx"),
    ]),
  ]),
  route("*", "not-found.tsx"),
] satisfies RouteConfig;
