import { href, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { settingsContext } from "../session/context.ts";
import { loginPath } from "../session/next-path.ts";
import { refuse } from "../session/permission.server.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";

/** Who may create an account or a workspace, and what everyone else is told. */

type Context = Readonly<RouterContextProvider>;

const signIn = { label: "Back to sign in", href: loginPath };

/** Whom people ask who have no account and cannot make one; null where everyone may register. */
export function whomToAsk(context: Context): string | null {
  const { registration, supportEmail } = context.get(settingsContext);
  if (registration === "open") return null;
  return registration === "invited"
    ? `You need an invitation. Ask a colleague who has an account, or ${supportEmail}.`
    : `No new accounts are created here. Questions? Ask ${supportEmail}.`;
}

/** Lets only those pass who may register. */
export const requireOpenRegistration: MiddlewareFunction<Response> = ({ context }, next) => {
  const who = whomToAsk(context);
  if (who !== null) throw refuse({ refused: "Registration isn't open.", who, back: signIn });
  return next();
};

/** Stops everyone while no new accounts are created, those with an invitation too. */
export const requireNewcomers: MiddlewareFunction<Response> = ({ context }, next) => {
  const who = whomToAsk(context);
  if (who !== null && context.get(settingsContext).registration === "closed")
    throw refuse({ refused: "This invitation can't be used.", who, back: signIn });
  return next();
};

/** Stops everyone who may not make a workspace of their own. @param isFirst whether they belong to none @throws 403 */
export function requireNewWorkspaces(context: Context, isFirst: boolean): void {
  const { registration, supportEmail } = context.get(settingsContext);
  if (registration === "open") return;
  const back: PermissionRefusal["back"] = isFirst
    ? { label: "Check again", href: href("/workspace/join") }
    : { label: "Go to dashboard", href: href("/dashboard") };
  const refused = isFirst ? "You aren't in a workspace yet." : "You don't have permission to create workspaces.";
  const who = isFirst ? `Ask a colleague to invite you to theirs, or ${supportEmail}.` : `Ask ${supportEmail}.`;
  throw refuse({ refused, who, back });
}
