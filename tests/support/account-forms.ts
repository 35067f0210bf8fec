/** The forms about one's own account. */
import type { TestAgent } from "./agent.ts";
import type { AgentForm } from "./form-types.ts";
import { type Visit, Visitor } from "./visitor.ts";

/** The list of devices with one more on it. */
async function openSessions(visitor: Visitor, { email, password }: TestAgent): Promise<Visit> {
  const other = new Visitor(visitor.origin);
  await other.signIn({ email, password });
  await other.close();
  return visitor.open("/settings/account/sessions");
}

export const accountForms: readonly AgentForm[] = [
  {
    pattern: "/settings/account",
    button: "Save account",
    does: "changes",
    typed: () => ({ firstName: "Adeline", lastName: "Noel", phoneNumber: "(206) 555-0111", address: "2 Pine Street" }),
    open: (visitor) => visitor.open("/settings/account"),
  },
  {
    pattern: "/settings/account/sessions",
    button: "End",
    does: "settles",
    typed: () => ({}),
    open: openSessions,
  },
  {
    pattern: "/settings/account/sessions",
    button: "End all others",
    does: "settles",
    typed: () => ({}),
    open: openSessions,
  },
];
