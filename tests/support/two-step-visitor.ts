import { codeAt } from "#server/upstream/second-step/codes.ts";
import type { Application, Owner } from "./application.ts";
import { period } from "./second-step.ts";
import type { Visitor } from "./visitor.ts";

/** Someone with two-step sign-in, who has set it up by the pages. */
export interface TwoStepPerson extends Owner {
  readonly visitor: Visitor;
  readonly recoveryCodes: readonly string[];
  /** The code that the app shows, which was not used yet. */
  code(off?: number): Promise<string>;
}

/** Sets two-step sign-in up by its pages; the visitor is at the end of that. */
export async function setUpByPages(app: Application, owner: Owner, visitor: Visitor): Promise<TwoStepPerson> {
  await visitor.open("/settings/account/two-step/setup");
  await visitor.submit({ password: owner.password }, { button: "Continue" });
  const secret = (visitor.page.document.querySelector("p.code-block")?.text ?? "").replaceAll(" ", "");
  await visitor.submit({ code: codeAt(secret, new Date()) }, { button: "Turn on two-step sign-in" });
  const shown = visitor.page.document.querySelector("pre.code-block")?.text ?? "";
  if (shown === "") throw new Error(`No recovery codes at ${visitor.page.url.pathname}: ${visitor.page.text}`);
  await visitor.submit({}, { button: "I've saved these codes" });
  async function code(off = 0): Promise<string> {
    // As if the last one had been entered long ago.
    await app.database.pool.query(
      `UPDATE upstream.second_steps SET last_period = 0
       WHERE account_id = (SELECT id FROM upstream.accounts WHERE email = $1)`,
      [owner.email],
    );
    return codeAt(secret, new Date(Date.now() + off));
  }
  return { ...owner, visitor, recoveryCodes: shown.split("\n"), code };
}

/** A new owner who has set it up. */
export async function newTwoStepPerson(app: Application): Promise<TwoStepPerson> {
  const owner = await app.newOwner();
  return setUpByPages(app, owner, await app.signedIn(owner));
}

/** How far off a phone's clock is that is named and not accepted, in ms. */
export const clockOff = 3 * period;
