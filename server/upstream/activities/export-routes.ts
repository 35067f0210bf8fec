import { z } from "zod";
import { action, type Route } from "../engine/action.ts";
import { nothing } from "../engine/answer.ts";
import { recordEvent } from "../engine/history.ts";
import { optionalLineOf } from "../engine/inputs.ts";
import { forbidden } from "../engine/refusal.ts";
import { workspaceHistory } from "../identity/workspaces.ts";
import { mayAny, type RecordAction } from "../permissions.ts";

/** What leaves the workspace as a file: the permission that it takes, and its event. */
const exports = {
  clients: { needs: "records.export", event: "clients_exported" },
  packages: { needs: "records.export", event: "packages_exported" },
  opportunities: { needs: "records.export", event: "opportunities_exported" },
  activity: { needs: "records.export", event: "log_exported" },
  // Of what one may open anyway.
  documents: { needs: "records.view", event: "documents_downloaded" },
  showing: { needs: "records.view", event: "showing_downloaded" },
} as const satisfies Readonly<
  Record<string, { needs: RecordAction; event: keyof (typeof workspaceHistory)["history"]["labels"] }>
>;

const contents = z.enum(["clients", "packages", "opportunities", "activity", "documents", "showing"]);

/** Notes an export before the file is made of the service's lists; whoever may not have it is refused here. */
export const exportRoute: Route = action({
  method: "POST",
  path: "/exports",
  summary: "Note that a file of records leaves the workspace",
  access: "workspace",
  input: {
    type: "export",
    attributes: z.object({
      contents,
      name: optionalLineOf("Name").optional().describe("What of it, as in the name of a folder"),
    }),
  },
  answers: { status: 204, of: null },
  async run({ database, currentUser, attributes: { contents, name = "" } }) {
    const { needs, event } = exports[contents];
    if (!mayAny(currentUser, needs)) throw forbidden();
    const changes = name === "" ? [] : [{ field: "name", before: null, after: name }];
    await recordEvent({ database, currentUser }, workspaceHistory, event, currentUser.workspaceId, changes);
    return nothing;
  },
});
