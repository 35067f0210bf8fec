import { action, type Route } from "../engine/action.ts";
import { found } from "../engine/answer.ts";
import { workspaceHeader } from "../identity/current-user.ts";
import type { RegistrationMode } from "../identity/registration-mode.ts";
import { sessionType } from "../identity/resources/session-type.ts";
import { readCurrentPortal } from "../portal/current-portal.ts";
import { readCurrentSession } from "./current-session.ts";

/** GET of the current user's own session. It stands above identity: its counts and the portal are of most rooms. */
export const currentSessionRoute = (registration: RegistrationMode): Route =>
  action({
    method: "GET",
    path: "/sessions/current",
    summary: "The current user: person, workspaces, permissions in the workspace of the header, counts; or the portal",
    access: "session",
    answers: { status: 200, of: sessionType },
    begin:
      async ({ currentUser, request, now }, reads) =>
      async (database) => {
        if (currentUser.kind !== "account")
          return found(sessionType, await readCurrentPortal(database, currentUser, now));
        const named = request.headers.get(workspaceHeader);
        return found(
          sessionType,
          await readCurrentSession({ database, reads }, { registration }, currentUser, named, now),
        );
      },
  });
