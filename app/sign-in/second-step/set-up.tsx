import { href, redirect } from "react-router";
import { startForm } from "../../forms/forms.server.ts";
import { FormStart } from "../../forms/forms.tsx";
import { ApiError } from "../../json-api/api-error.ts";
import { pathOnSite, withNext } from "../../session/next-path.ts";
import { currentUserOf } from "../../session/session.server.ts";
import { AuthShell } from "../../ui/auth-shell.tsx";
import { LinkButton, SubmitButton } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import type { Route } from "./+types/set-up";
import { ProofField } from "./proof-field.tsx";
import { beginSetup, loadTwoStep, submitProved } from "./second-step.server.ts";
import { setUpForm } from "./second-step.ts";

/** The beginning of a setup. Whoever is shut out of their workspace is led here from everywhere in it. */

export const handle = { form: "create" };

const overview = href("/settings/account/two-step");
const confirmation = href("/settings/account/two-step/setup/confirmation");

export async function loader({ context, url }: Route.LoaderArgs) {
  const { person, workspace, workspaces } = currentUserOf(context);
  const next = pathOnSite(url.searchParams.get("next"));
  const { enabledAt, hasPassword } = await loadTwoStep(context);
  if (enabledAt !== null) throw redirect(next ?? overview);
  return {
    start: await startForm(context),
    email: person.email,
    hasPassword,
    page: url.pathname + url.search,
    shut: workspace?.isShut === true ? workspace.name : null,
    others: workspaces.filter(({ id }) => id !== workspace?.id).map(({ id, name }) => ({ id, name })),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const next = url.searchParams.get("next");
  return submitProved({ request, context }, setUpForm, async (api, proof) => {
    try {
      await beginSetup(api, proof);
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "conflict") throw error;
      return { location: overview };
    }
    return { location: withNext(confirmation, next) };
  });
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { start, email, hasPassword, page, shut, others } = loaderData;
  const [form, fields] = useSchemaForm({ id: "setup", schema: setUpForm, result: actionData?.result });
  return (
    <AuthShell
      title="Set up two-step sign-in"
      subtitle={
        shut === null
          ? "After that, signing in takes a code from an app on your phone, too. Have an authenticator app ready."
          : `${shut} requires it of all members. You need an authenticator app on your phone.`
      }
    >
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        {/* Tells password managers whose password it is. */}
        <input type="text" className="vh" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden />
        <ProofField hasPassword={hasPassword} page={page} fields={fields} />
        <div className="actions">
          <SubmitButton>Continue</SubmitButton>
          {shut === null ? <LinkButton href={overview}>Cancel</LinkButton> : null}
        </div>
      </PostForm>
      {shut === null ? null : <ShutOut others={others} />}
    </AuthShell>
  );
}

function ShutOut({ others }: { others: readonly { readonly id: string; readonly name: string }[] }) {
  return (
    <div className="actions">
      {others.map(({ id, name }) => (
        <PostForm key={id} action={href("/workspace/switch")}>
          <input type="hidden" name="workspace" value={id} />
          <SubmitButton look="plain">Switch to {name}</SubmitButton>
        </PostForm>
      ))}
      <PostForm action={href("/sign-out")}>
        <SubmitButton look="quiet">Sign out</SubmitButton>
      </PostForm>
    </div>
  );
}
