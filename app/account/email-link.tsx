import type { ReactNode } from "react";
import { data, href, type RouterContextProvider, redirect } from "react-router";
import { ApiError, orNull } from "../json-api/api-error.ts";
import { loginPath } from "../session/next-path.ts";
import { anonymousApiOf, load } from "../session/session.server.ts";
import { forgetSessionsOf } from "../sign-in/own-sessions.server.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/email-link";
import { checkChangeLink, confirmEmailChange, type EmailChangeLink, stopEmailChange } from "./account.server.ts";

/**
 * The links in emails about another address: to confirm it, or to say that it was not oneself. Opening one changes nothing; pressing its
 * button twice changes nothing more, so the form has no submission key.
 */

type Context = Readonly<RouterContextProvider>;

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const link = await find(context, token);
  const isUseful = link !== null && link.state !== "expired";
  return data({ link }, isUseful ? 200 : 410);
}

function find(context: Context, token: string): Promise<EmailChangeLink | null> {
  return load(orNull(checkChangeLink(anonymousApiOf(context), token)));
}

export async function action({ context, params: { token } }: Route.ActionArgs) {
  const link = await find(context, token);
  const here = redirect(href("/verify/email/:token", { token }), 303);
  if (link === null) return here;
  try {
    if (link.purpose === "stop") await stop(context, token);
    else await confirmEmailChange(anonymousApiOf(context), token);
    return here;
  } catch (error) {
    // Too late: the page says so when it is opened.
    if (error instanceof ApiError && error.kind === "missing") return here;
    if (error instanceof ApiError && error.kind === "conflict") return data({ isTaken: true }, 409);
    return load(Promise.reject(error));
  }
}

async function stop(context: Context, token: string): Promise<void> {
  const { id } = await stopEmailChange(anonymousApiOf(context), token);
  await forgetSessionsOf(context, id);
}

export default function EmailLink({ loaderData: { link }, actionData }: Route.ComponentProps) {
  if (actionData?.isTaken)
    return <Said title="This address can't be used">It has another account. Nothing was changed.</Said>;
  if (link === null || link.state === "expired")
    return <Said title="This link no longer works">It has expired, or it was never sent.</Said>;
  const { purpose, state, newEmail, oldEmail } = link;
  if (state === "open") {
    const isStop = purpose === "stop";
    return (
      <AuthShell
        title={isStop ? "Keep your old email?" : "Confirm your email"}
        subtitle={
          isStop
            ? `Press the button if it was not you who asked to sign in with ${newEmail}. You keep ${oldEmail}, and every device is signed out.`
            : purpose === "confirm_old"
              ? `Press the button to sign in with ${newEmail} instead of ${oldEmail} from now on.`
              : `Press the button to sign in with ${newEmail} from now on.`
        }
      >
        <PostForm>
          <SubmitButton look={isStop ? "bad" : "go"}>{isStop ? "This was not me" : "Confirm"}</SubmitButton>
        </PostForm>
      </AuthShell>
    );
  }
  if (state === "confirmed")
    return (
      <Said title="Confirmed here">
        Now open the link in the email to the other address. Until then nothing changes.
      </Said>
    );
  if (state === "changed")
    return <Said title="Your email is changed">{`You sign in with ${newEmail} from now on.`}</Said>;
  return (
    <Said title="The change is stopped">
      Every device is signed out if you said that it was not you.{" "}
      <a href={href("/password/forgotten")}>Choose a new password</a>
    </Said>
  );
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthShell title={title} below={<a href={loginPath}>Sign in</a>}>
      <Notice>{children}</Notice>
    </AuthShell>
  );
}
