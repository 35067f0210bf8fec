import { href } from "react-router";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { ColleaguePicker } from "../picking/colleague-picker.tsx";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { membersPath } from "../record-paths.ts";
import {
  agentOf,
  identityApiOf,
  isRecordsElsewhere,
  load,
  loadBoth,
  permitted,
  recordId,
  requirePermission,
} from "../session/session.server.ts";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/remove";
import { holdingsInWords, removalForm } from "./member.ts";
import { findMember, findRemoval, removeMember } from "./members.server.ts";
import { suggestAgents } from "./pickable-colleagues.server.ts";
import { resolveColleague } from "./resolve-colleague.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

const back = { label: "Back to members", href: membersPath };

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = recordId(params.memberId);
  const { person, workspace } = agentOf(context);
  const isOneself = id === person.id;
  if (!isOneself) requirePermission(context, "members.manage", "remove members", back);
  const api = identityApiOf(context);
  // Whoever is no member is missing; only then can a service lack the call.
  const [, [removal, colleagues]] = await loadBoth(
    isOneself ? null : load(findMember(api, id)),
    Promise.all([load(findRemoval(api, id)), suggestAgents(context)]),
  );
  const found = permitted(removal, "remove", {
    refused: "The owner can't leave the workspace. Transfer its ownership first.",
    back,
  });
  return {
    name: found.name,
    workspace: workspace.name,
    isOneself,
    holdings: holdingsInWords(found),
    isElsewhere: isRecordsElsewhere(context),
    id,
    colleagues,
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.memberId);
  const { person, workspace } = agentOf(context);
  return submitForm<typeof removalForm, never, PickQuestion>(
    { request, context, ofRecord: true },
    removalForm,
    async ({ value, key }) => {
      const api = identityApiOf(context);
      const typed = { text: value.successorText, chosen: value.successor, chosenFor: value.successorFor };
      const { name } = await findRemoval(api, id);
      const successor = await resolveColleague(api, "successor", typed, id);
      await removeMember(api, id, successor, key);
      return id === person.id
        ? { location: href("/workspace/left"), toast: `You left ${workspace.name}.` }
        : { location: membersPath, toast: `${name} no longer has access.` };
    },
  );
}

export default function RemoveMember({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, workspace, isOneself, holdings, isElsewhere, colleagues, start } = loaderData;
  const title = isOneself ? `Leave ${workspace}?` : `Remove ${name}'s access?`;
  const subtitle = isOneself
    ? `You lose access to ${workspace} at once. Your other workspaces stay open to you, and your name stays in the history.`
    : `${name} loses access to ${workspace} at once and gets an email about it. Their name stays in the history.`;
  return (
    <>
      <PageHead title={title} subtitle={subtitle} />
      {isElsewhere ? (
        <Notice>Records that the connected service keeps stay as they are. Reassign them there.</Notice>
      ) : null}
      <RecordForm
        id="removal"
        schema={removalForm}
        start={start}
        reply={actionData}
        send={isOneself ? "Leave workspace" : "Remove access"}
        cancel={membersPath}
      >
        {(fields) =>
          holdings.length === 0 ? (
            <p className="mb-2">
              {isOneself ? "No one has to take anything over." : `${name} has no records to take over.`}
            </p>
          ) : (
            <>
              <div>
                <p className="mb-2">
                  {isOneself ? "Someone has to take over:" : `Someone has to take over from ${name}:`}
                </p>
                <ul>
                  {holdings.map((held) => (
                    <li key={held}>{held}</li>
                  ))}
                </ul>
              </div>
              <ColleaguePicker
                kind="agents"
                label="Who takes over"
                hint="They get all of it at once. Clients who use the portal are told who their agent is now."
                fields={{ text: fields.successorText, chosen: fields.successor, chosenFor: fields.successorFor }}
                suggestions={colleagues}
                except={id}
                reply={actionData}
              />
            </>
          )
        }
      </RecordForm>
    </>
  );
}
