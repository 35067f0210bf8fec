import { href } from "react-router";
import { isRecordsElsewhere } from "../session/session.server.ts";
import { LinkButton } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page.tsx";
import type { Route } from "./+types/plans";
import { loadBilling } from "./billing.server.ts";
import { type Billing, limitLines, planNames } from "./billing.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { billing: await loadBilling(context), isElsewhere: isRecordsElsewhere(context) };
}

type Plan = Billing["plans"][number];

const roles: Readonly<Record<Plan["plan"], string>> = {
  free: "Everyone acts as an administrator",
  standard: "Admin, manager, member and instructor",
};

export default function Plans({ loaderData: { billing, isElsewhere } }: Route.ComponentProps) {
  const { plan: present, plans, request } = billing;
  const rows = [
    ...limitLines(isElsewhere).map(({ label, includes }) => ({ label, say: ({ limits }: Plan) => includes(limits) })),
    { label: "Roles", say: ({ plan }: Plan) => roles[plan] },
  ];
  return (
    <>
      <PageHead
        title="Plans"
        subtitle={`Your workspace is on the ${planNames[present]} plan. Over a limit you can't add more, but everything stays readable.`}
      />
      <DataTable
        caption="What each plan includes"
        rows={rows}
        rowKey={({ label }) => label}
        columns={[
          { head: "Included", card: "lead", cell: ({ label }) => label },
          ...plans.map((plan) => ({
            head: planNames[plan.plan],
            labelled: true,
            cell: ({ say }: (typeof rows)[number]) => say(plan),
          })),
        ]}
      />
      <div className="mt-2">
        {request === null ? (
          plans.map((plan) => (plan.plan === present ? null : <Change key={plan.plan} {...plan} present={present} />))
        ) : (
          <Notice title={`Your request for the ${planNames[request.plan]} plan is waiting`}>
            <LinkButton href={href("/settings/billing/withdrawal")}>Withdraw request</LinkButton>
          </Notice>
        )}
      </div>
    </>
  );
}

function Change({ plan, obstacles, present }: Plan & { present: Plan["plan"] }) {
  const name = planNames[plan];
  if (obstacles.length > 0)
    return (
      <Notice title={`The ${name} plan is too small at the moment`}>
        <ul>
          {obstacles.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Notice>
    );
  const isUpgrade = present === "free";
  return (
    <div className="actions">
      <LinkButton look={isUpgrade ? "go" : "plain"} href={href("/settings/billing/plans/:plan", { plan })}>
        {isUpgrade ? `Upgrade to ${name}` : `Change to ${name}`}
      </LinkButton>
    </div>
  );
}
