import { data, href, type RouterContextProvider, redirect } from "react-router";
import { languageOf } from "../client-pages/language.server.ts";
import { MailChoiceFields } from "../client-pages/mail-choice-fields.tsx";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { readFormData } from "../forms/forms.server.ts";
import { orNull } from "../json-api/api-error.ts";
import { chooseBySubscription, findSubscription, type Subscription } from "../notifications/mail-choices.server.ts";
import { readMailChoice } from "../notifications/mail-choices.ts";
import { anonymousApiOf, load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/mails";

/**
 * Which emails somebody wants, by the link in one of them. Opening it changes nothing. A mail program's POST of one click
 * (RFC 8058), which has no cookies, ends them. Sent again nothing changes, so it has no submission key.
 */

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const found = await find(context, token);
  if (found === null) return data({ subscription: null }, 404);
  const { email, workspaceName, choice } = found;
  return data({ subscription: { email, workspaceName, choice } }, 200);
}

function find(context: Readonly<RouterContextProvider>, token: string): Promise<Subscription | null> {
  return load(orNull(findSubscription(anonymousApiOf(context), token)));
}

export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const form = await readFormData(request, context);
  const isOneClick = form.get("List-Unsubscribe") === "One-Click";
  const choice = isOneClick ? "none" : readMailChoice(form.get("choice"));
  const here = href("/client-portal/mails/:token", { token });
  if (choice === null) return data({ isStopped: false }, 400);
  await load(chooseBySubscription(anonymousApiOf(context), token, choice));
  // RFC 8058: whoever posts by itself follows no redirect.
  if (isOneClick) return data({ isStopped: true }, 200);
  setToast(context, textsOf(await languageOf(context)).mails.saved);
  return redirect(here, 303);
}

export default function MailsByLink({ loaderData: { subscription }, actionData }: Route.ComponentProps) {
  const { mails } = useTexts();
  if (subscription === null) return <PortalShell title={mails.oldTitle} subtitle={mails.old} />;
  const { email, workspaceName, choice } = subscription;
  return (
    <>
      <meta name="robots" content="noindex" />
      <PortalShell title={mails.title} subtitle={mails.of(workspaceName, email)}>
        {actionData?.isStopped === true ? <p>{mails.stopped}</p> : null}
        {actionData?.isStopped === false ? (
          <p className="note" role="alert">
            {mails.noChoice}
          </p>
        ) : null}
        <PostForm>
          <MailChoiceFields choice={choice} />
        </PostForm>
      </PortalShell>
    </>
  );
}
