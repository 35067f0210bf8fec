import { href, redirect } from "react-router";
import { agentOf, apiOf, load, requirePermission } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/delivery";
import { findDelivery, type MailDelivery, tryDelivery } from "./delivery.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

const back = { label: "Back to settings", href: href("/settings") };

export async function loader({ context }: Route.LoaderArgs) {
  requirePermission(context, "workspace.update", "see which emails went out", back);
  const { isSending, waiting, waitingEmails, givenUp } = await load(findDelivery(apiOf(context)));
  return { isSending, waiting, waitingEmails, givenUp, workspace: agentOf(context).workspace.name };
}

/** Tries the emails again. One that goes out meanwhile goes out once, so it has no submission key. */
export async function action({ context }: Route.ActionArgs) {
  requirePermission(context, "workspace.update", "have emails sent", back);
  await load(tryDelivery(apiOf(context)));
  setToast(context, "The emails are being tried now.");
  return redirect(href("/settings/mail"), 303);
}

export default function Delivery({ loaderData }: Route.ComponentProps) {
  const { isSending, waiting, waitingEmails, givenUp, workspace } = loaderData;
  const isWell = waiting === 0 && givenUp.length === 0;
  return (
    <>
      <PageHead title="Email delivery" subtitle={`Emails of ${workspace} that have not gone out`}>
        {waiting === 0 ? null : (
          <PostForm action={href("/settings/mail")}>
            <SubmitButton look="go">Try now</SubmitButton>
          </PostForm>
        )}
      </PageHead>
      {isSending ? null : (
        <Notice tone="warn" title="No emails go out.">
          No mail server is set up. Ask whoever runs this server to set one.
        </Notice>
      )}
      {isWell ? (
        <Sheet>
          <EmptyState>
            {isSending ? "No email waits or was given up in the last 7 days." : "No emails wait to be tried again."}
          </EmptyState>
        </Sheet>
      ) : null}
      {waiting === 0 ? null : <WaitingEmails waiting={waiting} emails={waitingEmails} />}
      {givenUp.length === 0 ? null : (
        <Sheet title="Given up in the last 7 days">
          <Rows label="Given up in the last 7 days">
            {givenUp.map(({ to, subject, at, reason }) => (
              <Row key={`${to} ${at} ${subject}`}>
                <EmailWords to={to} subject={subject} reason={reason} />
                <span className="muted small">
                  <DateTime value={at} form="moment" />
                </span>
              </Row>
            ))}
          </Rows>
        </Sheet>
      )}
    </>
  );
}

function WaitingEmails({ waiting, emails }: { waiting: number; emails: MailDelivery["waitingEmails"] }) {
  const [oldest] = emails;
  return (
    <>
      <Notice tone="warn" title={waiting === 1 ? "1 email waits." : `${waiting} emails wait.`}>
        {oldest === undefined ? null : (
          <>
            {waiting === 1 ? "Since" : "The oldest since"} <DateTime value={oldest.since} form="moment" />.{" "}
          </>
        )}
        {oldest?.reason} They are kept and tried again by themselves, for about three hours.
      </Notice>
      <Sheet title="Waiting">
        <Rows label="Waiting">
          {emails.map(({ to, subject, since, reason, nextTryAt }) => (
            <Row key={`${to} ${since} ${subject}`}>
              <EmailWords to={to} subject={subject} reason={reason} />
              <span className="muted small">
                {nextTryAt === null ? (
                  "Being tried now"
                ) : (
                  <>
                    Next try <DateTime value={nextTryAt} form="moment" />
                  </>
                )}
              </span>
            </Row>
          ))}
        </Rows>
        {waiting > emails.length ? <p className="pad muted">And {waiting - emails.length} more.</p> : null}
      </Sheet>
    </>
  );
}

function EmailWords({ to, subject, reason }: { to: string; subject: string; reason: string | null }) {
  return (
    <div>
      <b>{to}</b>
      <div className="small" dir="auto">
        {subject}
      </div>
      {reason === null ? null : <div className="muted small">{reason}</div>}
    </div>
  );
}
