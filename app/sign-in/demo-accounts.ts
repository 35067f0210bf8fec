/** The demo's accounts, shown on its sign-in pages. All of staff have the same password. */
export const demoAccounts = {
  password: "evergreen-demo-2026",
  emails: [
    "owner@evergreen.example",
    "admin@evergreen.example",
    "manager@evergreen.example",
    "member@evergreen.example",
    "instructor@evergreen.example",
  ],
  buyer: "buyer@client.example",
} as const;
