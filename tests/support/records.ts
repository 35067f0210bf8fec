/** People and things of the demo and of tests, each written once for all tests and measurements. */

/** The owner of the demo's workspace, for the sign-in page. */
export const demoOwner = { email: "owner@evergreen.example", password: "evergreen-demo-2026" };

/** The client that most tests are about. */
export const maya = { name: "Maya Okafor", email: "maya@client.example" };

/** The property that most tests are about. */
export const alderLane = { street: "12 Alder Lane" };
