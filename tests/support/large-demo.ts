/** The demo's owner at Evergreen Realty, which on the server that all browser tests share is as large as an agency gets. */
import { inject } from "vitest";
import { demoOwner } from "./records.ts";
import { Visitor } from "./visitor.ts";

/**
 * Gives a visitor who is signed in as the demo's owner. The service takes 20 sign-ins of one account in 15 minutes: sign
 * in once a test, not once a step. @throws with the page's text when signing in fails
 */
export async function signInAsDemoOwner(origin = inject("origin")): Promise<Visitor> {
  const visitor = new Visitor(origin);
  await visitor.open("/login");
  await visitor.submit(demoOwner, { button: "Login" });
  if (visitor.page.url.pathname !== "/dashboard")
    throw new Error(`The demo's owner cannot sign in: ${visitor.page.text}`);
  return visitor;
}
