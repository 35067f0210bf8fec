import { href } from "react-router";
import { recordVersion, startForm, submitForm, type TypedVersion } from "../forms/forms.server.ts";
import { chosen, RecordForm } from "../forms/forms.tsx";
import { allows } from "../json-api/resource.ts";
import { labelOfRole } from "../labels.ts";
import { ColleaguePicker } from "../picking/colleague-picker.tsx";
import type { PickQuestion } from "../picking/resolve-pick.server.ts";
import { memberPath, membersPath } from "../record-paths.ts";
import { agentOf, identityApiOf, load, recordId, requirePermission } from "../session/session.server.ts";
import { loadMemberTwoStep } from "../sign-in/second-step/second-step.server.ts";
import { Phone } from "../ui/contact.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { SelectField, TextArea } from "../ui/fields.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/show";
import { memberForm, nameOf, roleChoices, typedMember } from "./member.ts";
import { MemberRemovalLink } from "./member-removal-link.tsx";
import { findMember, loadHoldings, updateMember, whoseAccessEnds } from "./members.server.ts";
import { suggestAgents } from "./pickable-colleagues.server.ts";
import { resolveColleague } from "./resolve-colleague.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  const agent = agentOf(context);
  const memberId = recordId(params.memberId);
  const canManage = agent.can("members.manage");
  const [member, held, twoStep, agents] = await Promise.all([
    load(findMember(identityApiOf(context), memberId)),
    loadHoldings(context, memberId),
    loadMemberTwoStep(context, memberId),
    canManage ? suggestAgents(context) : [],
  ]);
  const { id, email, phoneNumber, address, role, insertedAt, lastSeenAt } = member;
  return {
    member: { id, name: nameOf(member), email, phoneNumber, address, role, insertedAt, lastSeenAt },
    typed: typedMember(member),
    held,
    twoStep,
    isOneself: id === agent.person.id,
    isFree: agent.workspace.plan === "free",
    canEnd: whoseAccessEnds(context),
    canChangeRole: canManage && allows(member, "change_role"),
    successors: member.role === "instructor" ? null : agents,
    start: canManage && allows(member, "update") ? await startForm(context, recordVersion(member, typedMember)) : null,
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const [api, id] = [identityApiOf(context), recordId(params.memberId)];
  return submitForm<typeof memberForm, TypedVersion<ReturnType<typeof typedMember>>, PickQuestion>(
    { request, context },
    memberForm,
    async ({ value, ...terms }) => {
      requirePermission(context, "members.manage", "change members", { label: "Back to members", href: membersPath });
      const typed = { text: value.successorText, chosen: value.successor, chosenFor: value.successorFor };
      const isDemoted = value.role === "instructor" && terms.isChanged(["role"]);
      await updateMember(api, id, value, isDemoted ? await resolveColleague(api, "successor", typed, id) : null, terms);
      return { location: memberPath(id), toast: "Member updated." };
    },
    async () => recordVersion(await findMember(api, id), typedMember),
  );
}

const compared = { role: chosen("Role", roleChoices), notes: "Notes" };

export default function ShowMember({ loaderData, actionData }: Route.ComponentProps) {
  const { member, held, twoStep, typed, isOneself, isFree, canEnd, canChangeRole, successors, start } = loaderData;
  const { name, email, phoneNumber, address, role, insertedAt, lastSeenAt } = member;
  return (
    <>
      <PageHead
        crumbs={[{ label: "Members", href: membersPath }, { label: name }]}
        title={name}
        subtitle={role === null ? undefined : labelOfRole(role)}
      >
        <MemberRemovalLink {...member} isOneself={isOneself} canEnd={canEnd} />
      </PageHead>
      <Sheet>
        <FactList
          facts={[
            { label: "Email", value: email, long: true },
            { label: "Phone number", value: phoneNumber === null ? null : <Phone typed={phoneNumber} /> },
            { label: "Address", value: address },
            { label: "Member since", value: insertedAt === null ? null : <DateTime value={insertedAt} form="day" /> },
            ...(twoStep?.ok
              ? [{ label: "Two-step sign-in", value: <TwoStepState id={member.id} {...twoStep.data} /> }]
              : []),
            { label: "Last seen", value: lastSeenAt === null ? null : <DateTime value={lastSeenAt} /> },
          ]}
        />
        {twoStep === null ? null : <NotLoadedLine what="two-step sign-in" part={twoStep} />}
      </Sheet>
      {held === null || (!held.ok && ["missing", "forbidden"].includes(held.code)) ? null : (
        <div className="mt-2">
          <Sheet title={isOneself ? "Your records" : "Records"}>
            <NotLoadedLine what="records" part={held} />
            <Rows label="Records">
              {(held.ok ? held.data : []).map(({ text, list }) => (
                <Row key={list}>
                  <a className="link" href={list}>
                    {text}
                  </a>
                </Row>
              ))}
            </Rows>
          </Sheet>
        </div>
      )}
      {start === null ? null : (
        <div className="role mt-2">
          {isFree ? (
            <p className="mb-2">Roles take effect on the Standard plan. On Free every member is an administrator.</p>
          ) : null}
          <RecordForm
            id="member"
            schema={memberForm}
            start={start}
            reply={actionData}
            initial={canChangeRole ? typed : { notes: typed.notes }}
            compared={compared}
            send="Save member"
          >
            {(fields) => (
              <>
                {canChangeRole ? <SelectField field={fields.role} label="Role" options={roleChoices} /> : null}
                {canChangeRole && successors !== null ? (
                  <div className={actionData === undefined ? "of-instructor" : undefined}>
                    <ColleaguePicker
                      kind="agents"
                      label="Who takes over"
                      hint="Instructors can't have records. Clients who use the portal are told who their agent is now."
                      fields={{ text: fields.successorText, chosen: fields.successor, chosenFor: fields.successorFor }}
                      suggestions={successors}
                      except={member.id}
                      reply={actionData}
                    />
                  </div>
                ) : null}
                <TextArea field={fields.notes} label="Notes" hint="Only owners and admins see them." />
              </>
            )}
          </RecordForm>
        </div>
      )}
    </>
  );
}

function TwoStepState({ id, isOn, canReset }: { id: string; isOn: boolean; canReset: boolean }) {
  if (!isOn) return "Off";
  return canReset ? (
    <>
      On · <a href={href("/settings/members/:memberId/two-step-removal", { memberId: id })}>Reset</a>
    </>
  ) : (
    "On"
  );
}
