/** The forms about a workspace's plan. */
import type { AgentForm } from "./form-types.ts";
import type { Visit, Visitor } from "./visitor.ts";

const nothing = () => ({});

export const billingForms: readonly AgentForm[] = [
  {
    pattern: "/settings/billing/plans/:plan",
    button: "Send request",
    does: "changes",
    typed: nothing,
    async open(visitor) {
      const waiting = await visitor.open("/settings/billing/withdrawal");
      if (isAt(waiting, "/withdrawal")) await visitor.submit({}, { button: "Withdraw request" });
      return openRequest(visitor);
    },
  },
  {
    pattern: "/settings/billing/withdrawal",
    button: "Withdraw request",
    does: "changes",
    typed: nothing,
    async open(visitor) {
      if (isAt(await openRequest(visitor), "/plans/standard")) await visitor.submit({}, { button: "Send request" });
      return visitor.open("/settings/billing/withdrawal");
    },
  },
];

const isAt = ({ status, url }: Visit, end: string): boolean => status === 200 && url.pathname.endsWith(end);

/** The request for the plan that the workspace does not have. */
async function openRequest(visitor: Visitor): Promise<Visit> {
  const upgrade = await visitor.open("/settings/billing/plans/standard");
  return isAt(upgrade, "/settings/billing") ? visitor.open("/settings/billing/plans/free") : upgrade;
}
