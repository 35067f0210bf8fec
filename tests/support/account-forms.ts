/** The forms about one's own account. */
import type { AgentForm } from "./form-types.ts";

export const accountForms: readonly AgentForm[] = [
  {
    pattern: "/settings/account",
    button: "Save account",
    does: "changes",
    typed: () => ({ firstName: "Adeline", lastName: "Byron", phoneNumber: "(206) 555-0111", address: "2 Pine Street" }),
    open: (visitor) => visitor.open("/settings/account"),
  },
];
