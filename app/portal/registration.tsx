import { data, href, type RouterContextProvider, redirect } from "react-router";
import { PortalFormStart } from "../client-pages/portal-form.tsx";
import { PortalShell } from "../client-pages/portal-shell.tsx";
import { useTexts } from "../client-pages/texts/texts.ts";
import {
  checkRegistration,
  confirmRegistration,
  type Registration,
} from "../contact-requests/contact-requests.server.ts";
import { readForm, startForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { anonymousApiOf, load } from "../session/session.server.ts";
import { answerUnavailable } from "../sign-in/sign-in.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/registration";

/** The link that confirms the address of a registration: only the button does. Afterwards it is a welcome, and nothing else. */

export const handle = { form: "create" };

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const registration = await findRegistration(context, token);
  return data({ token, registration, start: await startForm(context) }, registration === null ? 410 : 200);
}

async function findRegistration(context: Readonly<RouterContextProvider>, token: string): Promise<Registration | null> {
  try {
    return await checkRegistration(anonymousApiOf(context), token);
  } catch (error) {
    if (error instanceof ApiError && (error.kind === "missing" || error.kind === "invalid")) return null;
    return load(Promise.reject(error));
  }
}

export async function action({ request, context, params: { token } }: Route.ActionArgs) {
  const form = await readForm(request, confirmationForm, context);
  if (!form.isValid) return form.answer;
  try {
    await confirmRegistration(anonymousApiOf(context), token);
  } catch (error) {
    const isGone = error instanceof ApiError && error.kind === "missing";
    if (!isGone) return answerUnavailable(context, form, error);
  }
  return redirect(href("/client-portal/registrations/:token", { token }), 303);
}

export default function PortalRegistration({ loaderData, actionData }: Route.ComponentProps) {
  const { confirm } = useTexts().landing;
  const { registration, start } = loaderData;
  return (
    <>
      <meta name="robots" content="noindex" />
      {registration === null ? (
        <PortalShell title={confirm.oldTitle} subtitle={confirm.old} />
      ) : registration.isConfirmed ? (
        <PortalShell
          title={confirm.welcome(registration.workspaceName)}
          subtitle={confirm.wait(registration.agentName)}
        />
      ) : (
        <PortalShell title={confirm.title} subtitle={confirm.text(registration.workspaceName)}>
          <PostForm>
            <PortalFormStart start={start} reply={actionData} />
            <SubmitButton>{confirm.send}</SubmitButton>
          </PostForm>
        </PortalShell>
      )}
    </>
  );
}
