import { href, redirect } from "react-router";
import { confirmed, startForm } from "../../forms/forms.server.ts";
import { FormStart } from "../../forms/forms.tsx";
import { pathOnSite } from "../../session/next-path.ts";
import { identityApiOf } from "../../session/session.server.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { LinkButton, SubmitButton } from "../../ui/button.tsx";
import { PostForm } from "../../ui/post-form.tsx";
import type { Route } from "./+types/recovery-codes";
import { endSetup, loadTwoStep } from "./second-step.server.ts";

/** The recovery codes, shown until they are put away: an answer that was lost on the way must not take them with it. */

export const handle = { form: "create" };

const overview = href("/settings/account/two-step");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { recoveryCodes } = await loadTwoStep(context);
  if (recoveryCodes === null) throw redirect(pathOnSite(url.searchParams.get("next")) ?? overview);
  return { start: await startForm(context), codes: recoveryCodes };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const location = pathOnSite(url.searchParams.get("next")) ?? overview;
  return confirmed({ request, context, inAnyWorkspace: true }, async () => {
    await endSetup(identityApiOf(context));
    return { location };
  });
}

export default function RecoveryCodes({ loaderData: { start, codes }, actionData }: Route.ComponentProps) {
  return (
    <AuthShell
      title="Your recovery codes"
      subtitle="Each signs you in once when you don't have your phone. Print them or keep them in a password manager: they are shown only now."
    >
      <pre className="typed code-block">{codes.join("\n")}</pre>
      <PostForm>
        <FormStart start={start} reply={actionData} />
        <div className="actions">
          <SubmitButton>I've saved these codes</SubmitButton>
          <LinkButton href={href("/settings/account/two-step/recovery-codes/download")}>Download as text</LinkButton>
        </div>
      </PostForm>
    </AuthShell>
  );
}
