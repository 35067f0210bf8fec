/** Who can sign in on the demo, for the sign-in page there. All have the same password. */
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
