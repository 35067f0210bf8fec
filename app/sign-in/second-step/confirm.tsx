import { href, redirect } from "react-router";
import { startForm } from "../../forms/forms.server.ts";
import { FormStart } from "../../forms/forms.tsx";
import { withNext } from "../../session/next-path.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { LinkButton, SubmitButton } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import { forgetOtherSessions } from "../own-sessions.server.ts";
import type { Route } from "./+types/confirm";
import { activate, drawQrCode, loadTwoStep, submitProved } from "./second-step.server.ts";
import { confirmForm, groupLetters } from "./second-step.ts";

export const handle = { form: "create" };

const beginning = href("/settings/account/two-step/setup");
const codes = href("/settings/account/two-step/recovery-codes");

export async function loader({ context, url }: Route.LoaderArgs) {
  const next = url.searchParams.get("next");
  const { setup, enabledAt } = await loadTwoStep(context);
  if (setup === null) throw redirect(withNext(enabledAt === null ? beginning : codes, next));
  return {
    start: await startForm(context),
    qr: drawQrCode(setup.uri),
    secret: groupLetters(setup.secret),
    uri: setup.uri,
    back: withNext(beginning, next),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const location = withNext(codes, url.searchParams.get("next"));
  return submitProved({ request, context }, confirmForm, async (api, { code }) => {
    await activate(api, code);
    await forgetOtherSessions(context);
    return { location, toast: "Two-step sign-in is on. You are signed out on your other devices." };
  });
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { start, qr, secret, uri, back } = loaderData;
  const [form, fields] = useSchemaForm({ id: "confirm", schema: confirmForm, result: actionData?.result });
  return (
    <AuthShell
      title="Scan this with your app"
      subtitle="Any authenticator app will do, such as the one of Google, Microsoft, Apple or 1Password."
      below={<a href={back}>Start again with another QR code</a>}
    >
      <svg
        className="mx-auto mb-2 rounded"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        width="220"
        height="220"
        role="img"
        aria-label="QR code for your authenticator app"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p>
        On this phone, <a href={uri}>open your app</a>. Or type this key into it:
      </p>
      <p className="code-block">{secret}</p>
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        <TextField
          field={fields.code}
          label="Code from the app"
          hint="6 digits, new every 30 seconds."
          autoComplete="one-time-code"
          inputMode="numeric"
        />
        <div className="actions">
          <SubmitButton>Turn on two-step sign-in</SubmitButton>
          <LinkButton href={href("/settings/account/two-step")}>Cancel</LinkButton>
        </div>
      </PostForm>
    </AuthShell>
  );
}
