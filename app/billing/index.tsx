import { href } from "react-router";
import { settingsContext } from "../session/context.ts";
import { isRecordsElsewhere } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { FactList } from "../ui/fact-list.tsx";
import { Notice } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { PageHead, Sheet } from "../ui/page.tsx";
import type { Route } from "./+types/index";
import { loadBilling } from "./billing.server.ts";
import { limitLines, planNames, unlimited } from "./billing.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return {
    billing: await loadBilling(context),
    isElsewhere: isRecordsElsewhere(context),
    supportEmail: context.get(settingsContext).supportEmail,
  };
}

export default function BillingPage({ loaderData }: Route.ComponentProps) {
  const { billing, isElsewhere, supportEmail } = loaderData;
  const { plan, used, plans, request } = billing;
  const limits = plans.find((one) => one.plan === plan)?.limits;
  const hasMore = plans.at(-1)?.plan !== plan;
  return (
    <>
      <PageHead
        title="Workspace billing"
        subtitle={`Your workspace is on the ${planNames[plan]} plan with ${formatCount(used.users, "user")}.`}
      />
      {request === null ? null : (
        <Notice title={`You asked for the ${planNames[request.plan]} plan`}>
          <p>
            {request.requestedBy === null ? "Requested" : `${request.requestedBy} requested it`}{" "}
            <DateTime value={request.requestedAt} form="day" />. Until it is approved, everything stays as it is.
          </p>
          <LinkButton href={href("/settings/billing/withdrawal")}>Withdraw request</LinkButton>
        </Notice>
      )}
      {limits === undefined ? null : (
        <Sheet title="Used">
          <FactList
            facts={limitLines(isElsewhere).map(({ label, includes, used: say }) => ({
              label,
              value: say === undefined ? includes(limits) : sayUsed(say(used), includes(limits)),
            }))}
          />
        </Sheet>
      )}
      <div className="actions mt-2">
        <LinkButton look={hasMore ? "go" : "plain"} href={href("/settings/billing/plans")}>
          {hasMore ? "View plans and upgrade" : "View plans"}
        </LinkButton>
      </div>
      <p className="muted">
        Questions about billing? Email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </>
  );
}

const sayUsed = (used: string, included: string): string => (included === unlimited ? used : `${used} of ${included}`);
