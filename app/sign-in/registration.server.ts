import { href, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import * as z from "zod/mini";
import type { Api } from "../json-api/api.ts";
import { required } from "../json-api/api-error.ts";
import { type RecordOf, resource } from "../json-api/resource.ts";
import { settingsContext } from "../session/context.ts";
import { beginSession, type UpstreamSession } from "../session/identity.server.ts";
import { loginPath } from "../session/next-path.ts";
import { refuse } from "../session/permission.server.ts";
import type { PermissionRefusal } from "../ui/error-view.tsx";
import { withHandle } from "./suggested-handle.ts";

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

interface Registration {
  readonly name: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly workspaceName: string;
  readonly workspaceHandle: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** Starts a registration, which the emailed link completes. A known address gets the same answer and another email. */
export async function register(api: Api, registration: Registration, key: string): Promise<void> {
  await api.act(
    "/registrations",
    z.optional(z.looseObject({})),
    { ...registration },
    { type: "registration", key, failure: "Failed to create the account" },
  );
}

/** Creates the registered account, sets its password and signs in; the emailed token is used up. */
export function verifyRegistration(api: Api, token: string, password: string): Promise<UpstreamSession> {
  return beginSession(api, "/verifications", { token, password }, "Failed to verify the account");
}

const memberInvitation = resource("member_invitation_check", {
  email: z.string(),
  role: z.string(),
  /** Of the account that the address has already. */
  name: z.nullable(z.string()),
  /** Null: the person makes a workspace, by this handle if there is one. */
  workspaceName: z.nullable(z.string()),
  workspaceHandle: z.nullable(z.string()),
  /** Whether accepting asks for neither name nor password: the person has an account. */
  joinsAtOnce: z._default(z.boolean(), false),
});
export type MemberInvitation = RecordOf<typeof memberInvitation>;

/** What an invitation's link leads to; it is not used up. @throws ApiError "missing" when it no longer works */
export async function findMemberInvitation(api: Api, token: string): Promise<MemberInvitation> {
  const failure = "Failed to look at the invitation";
  return required(await api.act("/member_invitation_checks", memberInvitation, { token }, { failure }), failure);
}

interface InvitationAnswer {
  /** Null where the invitation asks for none, as the password. */
  readonly name: string | null;
  readonly password: string | null;
  /** Of the workspace to be made, where the invitation is to none; null where it was left empty. */
  readonly workspaceName: string | null;
  readonly workspaceHandle: string | null;
}

/** Joins the workspace, or makes one, with this name and password where it asks for them; the token is used up. @throws ApiError "invalid" with fields */
export function acceptMemberInvitation(api: Api, token: string, answer: InvitationAnswer): Promise<UpstreamSession> {
  const { name, password, workspaceName, workspaceHandle: typed } = answer;
  const given = { token, ...(name && { name }), ...(password && { password }) };
  const accept = (workspace: { readonly workspaceName?: string; readonly workspaceHandle?: string }) =>
    beginSession(api, "/member_invitation_acceptances", { ...given, ...workspace }, "Failed to accept the invitation");
  if (workspaceName === null || workspaceName === "") return accept({});
  const choice = { typed, name: workspaceName, field: "workspaceHandle", key: token };
  return withHandle(choice, (workspaceHandle) => accept({ workspaceName, workspaceHandle }));
}
