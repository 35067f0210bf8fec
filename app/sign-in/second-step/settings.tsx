import { href } from "react-router";
import { currentUserOf } from "../../session/session.server.ts";
import { LinkButton } from "../../ui/button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Sheet } from "../../ui/page.tsx";
import type { Route } from "./+types/settings";
import { loadTwoStep } from "./second-step.server.ts";

export { RouteError as ErrorBoundary } from "../../ui/error-view.tsx";

const few = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const { enabledAt, recoveryCodesLeft, recoveryCodes } = await loadTwoStep(context);
  const { email } = currentUserOf(context).person;
  return { email, enabledAt, recoveryCodesLeft, hasCodesToSave: recoveryCodes !== null };
}

export default function TwoStep({ loaderData }: Route.ComponentProps) {
  const { email, enabledAt, recoveryCodesLeft, hasCodesToSave } = loaderData;
  const head = <PageHead title="Two-step sign-in" subtitle={email} />;
  if (enabledAt === null) {
    return (
      <>
        {head}
        <Sheet padded>
          <p>
            <b>Off.</b> Turned on, signing in takes a code from an app on your phone besides your password or emailed
            link. Whoever knows your password or reads your mail can&apos;t sign in with that alone.
          </p>
          <div className="actions">
            <LinkButton href={href("/settings/account/two-step/setup")} look="go">
              Set up
            </LinkButton>
          </div>
        </Sheet>
      </>
    );
  }
  const left = recoveryCodesLeft === 0 ? "None" : `${recoveryCodesLeft} of 10`;
  return (
    <>
      {head}
      {hasCodesToSave ? (
        <Notice tone="warn" title="Your recovery codes aren't saved yet.">
          <a href={href("/settings/account/two-step/recovery-codes")}>Show them</a>
        </Notice>
      ) : recoveryCodesLeft <= few ? (
        <Notice tone="warn" title="You're running out of recovery codes.">
          Make new ones before you need them.
        </Notice>
      ) : null}
      <Sheet>
        <FactList
          facts={[
            { label: "Status", value: "On" },
            { label: "Since", value: <DateTime value={enabledAt} form="day" /> },
            { label: "Recovery codes left", value: left },
          ]}
        />
      </Sheet>
      <div className="actions">
        <LinkButton href={href("/settings/account/two-step/recovery-codes/new")}>New recovery codes</LinkButton>
        <LinkButton href={href("/settings/account/two-step/removal")} look="bad">
          Turn off
        </LinkButton>
      </div>
      <p className="muted">
        A new phone? Turn two-step sign-in off, then set it up again. Without your phone, use a recovery code.
      </p>
    </>
  );
}
