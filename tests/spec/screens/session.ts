import type { Screen } from "../screen.ts";

const belowRegistering = { texts: ["Already have an account?"], links: [["Login", "/login/"]] } as const;

/** Before the sign-in, and where nothing is. */
export const sessionScreens: readonly Screen[] = [
  {
    path: "/login/",
    by: "anyone",
    title: "Login to your account",
    labels: ["Email", "Password"],
    buttons: ["Login"],
  },
  {
    ...belowRegistering,
    path: "/register/account",
    by: "anyone",
    title: "Create a new account",
    labels: ["Name", "Email", "Phone number"],
    buttons: ["Next"],
  },
  {
    ...belowRegistering,
    path: "/register/workspace",
    by: "newcomer",
    title: "Setup your workspace",
    labels: ["Workspace name", "Workspace url"],
    prefixes: [":host/"],
    buttons: ["Next"],
  },
  {
    path: "/register/complete",
    by: "registrant",
    title: "Your account setup is complete.",
    texts: ["Use the link sent by email to noor@agents.example to verify the account.", "Already have an account?"],
    links: [
      ["Open email client", "mailto:"],
      ["Login", "/login/"],
    ],
  },
  { path: "/signed-out", by: "anyone", title: "You are signed out" },
  { path: "/no-such-page/at-all", by: "anyone", title: "Not Found" },
  { path: "/no-such-page/at-all", by: "agent", title: "Not Found" },
  { path: "/clients/no-such-client", by: "agent", title: "Not Found" },
  {
    path: "/dashboard",
    by: "agent",
    // No page of ours sends it: the dashboard takes nothing.
    sent: {},
    title: "Something went wrong!",
    error: {
      show: "Show Error",
      hide: "Hide Error",
      message: "405: An unexpected error occurred. We've logged it. Try again in a moment.",
    },
  },
];
