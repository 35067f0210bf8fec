import { href } from "react-router";
import { facePath } from "../client-pages/face.tsx";
import { recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { offers } from "../json-api/service.ts";
import { labelOfRole } from "../labels.ts";
import { upstreamContext } from "../session/context.ts";
import { pageModes } from "../session/page-modes.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { readScriptsChoice } from "../session/scripts-choice.server.ts";
import { agentOf, identityApiOf, load, notFound } from "../session/session.server.ts";
import { LinkedAccountRow } from "../sign-in/openid/linked-account-row.tsx";
import { loadLinkedAccount } from "../sign-in/openid/openid.server.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { TextField } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { phoneNotice } from "../ui/phone.server.ts";
import { PostForm } from "../ui/post-form.tsx";
import { showTimeZone } from "../ui/time-zone-choices.ts";
import { mayHavePhoto } from "../workspace/load-own-photo.server.ts";
import type { Route } from "./+types/show";
import { findAccount, findKeptAccount, updateAccount } from "./account.server.ts";
import { accountForm, typedAccount } from "./account.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** What each role may do, as on the Standard plan; the service decides, and this says it in words. */
const rights: Readonly<Record<string, readonly string[]>> = {
  owner: [
    "See and change everyone's clients, properties, deals, documents and tasks.",
    "Message clients, share properties, and invite clients to the portal.",
    "Hand records to another agent, import and export them, and empty the trash.",
    "Change the settings, and invite, change and remove members.",
    "Choose the plan, hand the workspace to another owner, and delete it.",
  ],
  admin: [
    "See and change everyone's clients, properties, deals, documents and tasks.",
    "Message clients, share properties, and invite clients to the portal.",
    "Hand records to another agent, import and export them, and empty the trash.",
    "Change the settings, and invite, change and remove members.",
    "Not the plan, the owner, or deleting the workspace: the owner does that.",
  ],
  manager: [
    "See and change everyone's clients, properties, deals, documents and tasks.",
    "Message clients, share properties, and invite clients to the portal.",
    "Hand records to another agent, import clients, and move records to the trash.",
    "Not exports, settings or members: owners and admins do that.",
  ],
  member: [
    "See the records that are assigned to you or shared with you, and change your own.",
    "Add clients and properties, message your clients, and share with them.",
    "Hand your own records to a colleague, import clients, and move your own records to the trash.",
    "Not exports, settings or members: owners and admins do that.",
  ],
  instructor: [
    "See everyone's clients, properties, deals and documents.",
    "Write comments and internal notes, and complete your own tasks.",
    "Not change records, or write to clients.",
  ],
};

/** @param role of the current user @param plan on "free" everybody but the owner acts as an admin */
function RolePanel({ role, plan, workspace }: { role: string; plan: string; workspace: string }) {
  const isRaised = plan === "free" && role !== "owner";
  const lines = rights[isRaised ? "admin" : role];
  if (lines === undefined) return null;
  return (
    <div className="mt-2">
      <Sheet title="What you may do here" padded>
        <p className="muted">
          Your role in {workspace}: <b>{labelOfRole(role)}</b>.
          {isRaised ? " On the Free plan, every member may do what an admin may." : null}
        </p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Sheet>
    </div>
  );
}

export async function loader({ context }: Route.LoaderArgs) {
  const { person, workspace, can } = agentOf(context);
  const { identity, records } = context.get(upstreamContext);
  const [account, linked] = await Promise.all([
    load(findKeptAccount(identityApiOf(context))),
    loadLinkedAccount(context),
  ]);
  // The page without the form would lose what was typed into a form that was refused.
  if (account === null && context.get(requestSessionContext).request.method === "POST") throw notFound();
  return {
    person: { name: person.name, email: person.email, phoneNumber: person.phoneNumber },
    picture: person.photoId ? facePath(person.photoId) : null,
    mayHavePhoto: mayHavePhoto(context, { can }),
    hasTwoStep: offers(identity.service, "two_step"),
    hasCalendarAddress: offers(records.service, "calendar_address"),
    form: account && (await startChange(context, account, typedAccount)),
    linked,
    hasPassword: account?.hasPassword ?? null,
    timeZone: workspace.timeZone,
    membership: { role: workspace.role, plan: workspace.plan, workspace: workspace.name },
    mode: readScriptsChoice(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = identityApiOf(context);
  return submitForm(
    { request, context, inAnyWorkspace: true },
    accountForm,
    async ({ value, ...terms }) => {
      const { id } = await findAccount(api);
      await updateAccount(api, id, value, terms);
      return { location: href("/settings/account"), toast: `Account saved.${phoneNotice(value.phoneNumber)}` };
    },
    async () => recordVersion(await findAccount(api), typedAccount),
  );
}

const labels = { firstName: "First name", lastName: "Last name", phoneNumber: "Phone number", address: "Address" };

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { person, form, membership, mode } = loaderData;
  return (
    <>
      <PageHead title="Account" subtitle="Your own details, the same in all of your workspaces." />
      {form === null ? (
        <>
          <Notice>Your details can't be changed here.</Notice>
          <Sheet>
            <FactList
              facts={[
                { label: "Name", value: person.name },
                { label: labels.phoneNumber, value: person.phoneNumber },
              ]}
            />
          </Sheet>
        </>
      ) : (
        <RecordForm
          id="account"
          schema={accountForm}
          {...form}
          reply={actionData}
          compared={labels}
          send="Save account"
        >
          {(fields) => (
            <>
              <TextField
                field={fields.firstName}
                label={labels.firstName}
                autoComplete="given-name"
                hint="Required. Everything else can stay empty."
              />
              <TextField field={fields.lastName} label={labels.lastName} autoComplete="family-name" />
              <TextField
                field={fields.phoneNumber}
                label={labels.phoneNumber}
                type="tel"
                autoComplete="tel"
                hint="Clients see it beside your name."
              />
              <TextField
                field={fields.address}
                label={labels.address}
                autoComplete="street-address"
                hint="Members of your workspaces see it."
              />
            </>
          )}
        </RecordForm>
      )}
      <WaysToChange {...loaderData} />
      <RolePanel {...membership} />
      <PageModes mode={mode} />
    </>
  );
}

/** How much script pages have in this browser, as in the account menu. @param mode null: by the connection */
function PageModes({ mode }: { mode: "lite" | "full" | null }) {
  const present = mode ?? "auto";
  return (
    <div className="mt-2">
      <Sheet title="Page mode" padded>
        <p>
          Now: <b>{pageModes.find(({ value }) => value === present)?.label}</b>. Automatic adapts to your connection,
          Lite uses less data. It is kept for this browser.
        </p>
        <div className="actions">
          {pageModes
            .filter(({ value }) => value !== present)
            .map(({ value, label }) => (
              <PostForm key={value} action={href("/scripts")} reload>
                <input type="hidden" name="mode" value={value} />
                <SubmitButton look="plain">Use {label}</SubmitButton>
              </PostForm>
            ))}
        </div>
      </Sheet>
    </div>
  );
}

function WaysToChange(shown: Route.ComponentProps["loaderData"]) {
  const { person, picture, mayHavePhoto, hasTwoStep, hasCalendarAddress, linked, hasPassword, timeZone } = shown;
  return (
    <div className="mt-2">
      <Sheet>
        <Rows label="More about your account">
          <Row>
            <div className="who">
              <Avatar name={person.name} picture={picture} />
              <div>
                <b>Photo</b>
                <div className="muted small">{picture === null ? "Clients see your initials." : "Clients see it."}</div>
              </div>
            </div>
            {mayHavePhoto ? (
              <LinkButton href={href("/account/photo")}>{picture === null ? "Add photo" : "Change photo"}</LinkButton>
            ) : null}
          </Row>
          <Row>
            <div>
              <b>Email</b>
              <div className="muted small">{person.email}</div>
            </div>
            {hasPassword === null ? null : <LinkButton href={href("/settings/account/email")}>Change email</LinkButton>}
          </Row>
          <Row>
            <div>
              <b>Password</b>
              <div className="muted small">Changing it signs you out on your other devices.</div>
            </div>
            <PasswordLink hasPassword={hasPassword} />
          </Row>
          {linked === null ? null : <LinkedAccountRow {...linked} />}
          {hasTwoStep ? (
            <Row>
              <div>
                <b>Two-step sign-in</b>
                <div className="muted small">A code from your phone, besides your password or emailed link.</div>
              </div>
              <LinkButton href={href("/settings/account/two-step")}>Two-step sign-in</LinkButton>
            </Row>
          ) : null}
          <Row>
            <div>
              <b>Where you're signed in</b>
              <div className="muted small">See your devices, and sign out of those you don't use.</div>
            </div>
            <LinkButton href={href("/settings/account/sessions")}>Show devices</LinkButton>
          </Row>
          {hasCalendarAddress ? (
            <Row>
              <div>
                <b>Calendar address</b>
                <div className="muted small">Your showings, deadlines and tasks in your own calendar.</div>
              </div>
              <LinkButton href={href("/settings/account/calendar")}>Calendar address</LinkButton>
            </Row>
          ) : null}
          {timeZone === null ? null : (
            <Row>
              <div>
                <b>Time zone</b>
                <div className="muted small">{showTimeZone(timeZone)}, as set for this workspace.</div>
              </div>
            </Row>
          )}
        </Rows>
      </Sheet>
    </div>
  );
}

function PasswordLink({ hasPassword }: { hasPassword: boolean | null }) {
  return hasPassword === false ? (
    <LinkButton href={href("/password/forgotten")} reload>
      Set a password
    </LinkButton>
  ) : (
    <LinkButton href={href("/account/password")}>Change password</LinkButton>
  );
}
