import { data, href, redirect } from "react-router";
import { readForm, startForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { ApiError } from "../json-api/api-error.ts";
import { load } from "../session/session.server.ts";
import { answerUnavailable } from "../session/sign-in.server.ts";
import { AuthShell } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/shared";
import { endOf, isLinkToken, linkToken, sharingApiOf, viewingOf } from "./load-shared.server.ts";
import { openLinkOnce } from "./open-shared-link.server.ts";
import { fetchInvitation } from "./shared.server.ts";
import { type LinkEnd, openingForm } from "./shared-property.ts";

/** The first page of a shared link. Mail scanners fetch links too: only the button opens it and counts as a person. */

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const { token } = params;
  if (!isLinkToken(token)) return answerEnded("unknown");
  if (viewingOf(context, token) !== null) throw redirect(href("/shared/:token/view", { token }), 303);
  try {
    const { label, workspaceName, hasPasscode } = await fetchInvitation(sharingApiOf(context), token);
    return { ended: null, invitation: { label, workspaceName, hasPasscode }, start: await startForm(context) };
  } catch (error) {
    const ended = endOf(error);
    return ended === null ? load(Promise.reject(error)) : answerEnded(ended);
  }
}

function answerEnded(ended: LinkEnd) {
  return data({ ended, invitation: null, start: null }, { status: ended === "unknown" ? 404 : 410 });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const token = linkToken(params.token);
  const form = await readForm(request, openingForm, context);
  if (!form.isValid) return form.answer;
  try {
    return await openLinkOnce(context, form, token);
  } catch (error) {
    if (endOf(error) !== null) throw redirect(href("/shared/:token", { token }), 303);
    if (error instanceof ApiError && error.cause.status === 429) {
      const text = "Too many wrong passcodes. Try again in an hour.";
      return form.reply<never>({ status: 429, fieldErrors: { passcode: [text] } });
    }
    return answerUnavailable(context, form, error);
  }
}

const endings: Readonly<Record<LinkEnd, { readonly title: string; readonly advice: string }>> = {
  unknown: {
    title: "We can't find this link",
    advice: "Check that you copied the whole address, or ask the person who shared it for a new one.",
  },
  revoked: {
    title: "This link no longer works",
    advice: "The person who shared it has turned it off. Ask them for a new one.",
  },
  expired: {
    title: "This link no longer works",
    advice: "It has expired. Ask the person who shared it for a new one.",
  },
};

export default function Shared({ loaderData, actionData }: Route.ComponentProps) {
  const { ended, invitation, start } = loaderData;
  const [form, fields] = useSchemaForm({ id: "opening", schema: openingForm, result: actionData?.result });
  if (ended !== null || invitation === null || start === null) {
    const { title, advice } = endings[ended ?? "unknown"];
    return (
      <AuthShell title={title} subtitle={advice}>
        <meta name="robots" content="noindex" />
      </AuthShell>
    );
  }
  const { label, workspaceName, hasPasscode } = invitation;
  return (
    <AuthShell title={label} subtitle={`${workspaceName ?? "Someone"} has shared a property with you.`}>
      <meta name="robots" content="noindex" />
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        {hasPasscode ? (
          <TextField
            field={fields.passcode}
            label="Passcode"
            type="password"
            autoComplete="off"
            hint="Ask the person who sent you the link."
          />
        ) : null}
        <SubmitButton>Open</SubmitButton>
      </PostForm>
    </AuthShell>
  );
}
