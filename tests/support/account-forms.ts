/** The forms about one's own account. */
import { randomUUID } from "node:crypto";
import { findMailedLink, registerAgent, type TestAgent } from "./agent.ts";
import type { AgentForm, PublicForm } from "./form-types.ts";
import { type Visit, Visitor } from "./visitor.ts";

const someAddress = (): string => `another.${randomUUID().slice(0, 8)}@nowhere.example`;

/** The form that asks for another address, where none waits to be confirmed. */
async function openEmailChange(visitor: Visitor): Promise<Visit> {
  const page = await visitor.open("/settings/account/email");
  return page.text.includes("Not confirmed yet") ? visitor.submit({}, { button: "Withdraw" }) : page;
}

/** The page to confirm a new address. */
async function openConfirmation(visitor: Visitor): Promise<Visit> {
  const { visitor: owner, password } = await registerAgent(visitor.origin);
  const email = someAddress();
  await openEmailChange(owner);
  await owner.submit({ email, password }, { button: "Send confirmations" });
  await owner.close();
  return visitor.open(await findMailedLink(visitor, email, "/verify/email/"));
}

export const emailConfirmationForm: PublicForm = {
  pattern: "/verify/email/:token",
  button: "Confirm",
  typed: () => ({}),
  open: openConfirmation,
};

/** The list of devices with one more on it. */
async function openSessions(visitor: Visitor, { email, password }: TestAgent): Promise<Visit> {
  const other = new Visitor(visitor.origin);
  await other.signIn({ email, password });
  await other.close();
  return visitor.open("/settings/account/sessions");
}

/** The rules of sign-in without trusted browsers, so that allowing them changes something. */
async function openSecurity(visitor: Visitor): Promise<Visit> {
  const { document } = await visitor.open("/settings/security");
  if (!document.querySelector("input[name=trust]")?.hasAttribute("checked")) return visitor.page;
  await visitor.submit({ trust: [] }, { button: "Update" });
  return visitor.open("/settings/security");
}

export const accountForms: readonly AgentForm[] = [
  {
    pattern: "/settings/account/two-step/setup",
    button: "Continue",
    does: "makes",
    // What only begins is nobody's news.
    writes: 0,
    inAnyWorkspace: true,
    isCounted: true,
    typed: ({ password }) => ({ password }),
    open: (visitor) => visitor.open("/settings/account/two-step/setup"),
  },
  {
    pattern: "/settings/account/two-step/mailed-code",
    button: "Send email",
    does: "makes",
    inAnyWorkspace: true,
    isCounted: true,
    typed: () => ({}),
    open: (visitor) => visitor.open("/settings/account/two-step/mailed-code"),
  },
  {
    pattern: "/settings/security",
    button: "Update",
    does: "changes",
    typed: () => ({ trust: "on" }),
    open: openSecurity,
  },
  {
    pattern: "/settings/account",
    button: "Save account",
    does: "changes",
    inAnyWorkspace: true,
    typed: () => ({
      ...{ firstName: "Adeline", lastName: "Noel", phoneNumber: "(206) 555-0111" },
      address: `2 Pine Street ${randomUUID().slice(0, 8)}`,
    }),
    open: (visitor) => visitor.open("/settings/account"),
  },
  ...["Use Lite", "Use Full"].map(
    (button): AgentForm => ({
      pattern: "/settings/account",
      button,
      does: "settles",
      typed: () => ({}),
      async open(visitor) {
        await visitor.send("/scripts", new URLSearchParams({ mode: "auto" }));
        return visitor.open("/settings/account");
      },
    }),
  ),
  {
    pattern: "/settings/account/email",
    button: "Send confirmations",
    does: "makes",
    inAnyWorkspace: true,
    isCounted: true,
    typed: ({ password }) => ({ email: someAddress(), password }),
    other: ({ password }) => ({ email: someAddress(), password }),
    open: openEmailChange,
  },
  {
    pattern: "/settings/account/calendar",
    button: "Make address",
    does: "makes",
    typed: () => ({}),
    open: (visitor) => visitor.open("/settings/account/calendar"),
  },
  {
    pattern: "/settings/account/calendar/removal",
    button: "End the address",
    does: "changes",
    typed: () => ({}),
    async open(visitor) {
      await visitor.open("/settings/account/calendar");
      await visitor.submit({}, { button: "Make address" });
      return visitor.open("/settings/account/calendar/removal");
    },
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
