/** The demo's owner at Evergreen Realty, which on the server that all browser tests share is as large as an agency gets. */
import { inject } from "vitest";
import { Visitor } from "./visitor.ts";

/** For the sign-in page. The service takes 20 sign-ins of one account in 15 minutes: sign in once a test, not once a step. */
const demoOwner = { email: "owner@evergreen.example", password: "evergreen-demo-2026" };

/** Gives a visitor who is signed in as the demo's owner. @throws with the page's text when signing in fails */
export async function signInAsDemoOwner(origin = inject("origin")): Promise<Visitor> {
  const visitor = new Visitor(origin);
  await visitor.open("/login");
  await visitor.submit(demoOwner, { button: "Login" });
  if (visitor.page.url.pathname !== "/dashboard")
    throw new Error(`The demo's owner cannot sign in: ${visitor.page.text}`);
  return visitor;
}
