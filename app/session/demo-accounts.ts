/** The demo's accounts, shown on its sign-in page. All have the same password. */
export const demoAccounts = {
  password: "evergreen-demo-2026",
  emails: [
    "owner@evergreen.example",
    "admin@evergreen.example",
    "manager@evergreen.example",
    "member@evergreen.example",
    "instructor@evergreen.example",
  ],
} as const;
