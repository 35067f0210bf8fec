import { href } from "react-router";
import { FormRefusal, recordVersion, startForm, submitForm } from "../../forms/forms.server.ts";
import { RecordForm, ticked } from "../../forms/forms.tsx";
import { ApiError } from "../../json-api/api-error.ts";
import { agentOf, identityApiOf, load } from "../../session/session.server.ts";
import { FactList } from "../../ui/fact-list.tsx";
import { CheckboxField, SelectField } from "../../ui/fields.tsx";
import { PageHead, Sheet } from "../../ui/page.tsx";
import type { Route } from "./+types/rules";
import { changeSignInRules, fetchSignInRules, type SignInRules } from "./second-step.server.ts";
import { ruleChoices, signInRulesForm } from "./second-step.ts";

export { RouteError as ErrorBoundary } from "../../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const rules = await load(fetchSignInRules(identityApiOf(context)));
  const typed = typedRules(rules);
  const mayChange = agentOf(context).can("workspace.update");
  return { typed, start: mayChange ? await startForm(context, recordVersion(rules, typedRules)) : null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { workspace } = agentOf(context);
  const api = identityApiOf(context);
  return submitForm(
    { request, context },
    signInRulesForm,
    async ({ value, ...terms }) => {
      await changeSignInRules(api, workspace.id, value, terms).catch((error: unknown) => {
        throw sayWhatIsMissing(error);
      });
      return { location: href("/settings/security"), toast: "Sign-in rules updated." };
    },
    async () => recordVersion(await fetchSignInRules(api), typedRules),
  );
}

function sayWhatIsMissing(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.cause.code !== "second_step_needed") return error;
  return new FormRefusal({
    text: "Set up two-step sign-in for yourself first: you would shut yourself out.",
    link: { href: href("/settings/account/two-step/setup"), label: "Set it up" },
  });
}

function typedRules({ requiresSecondStep, allowsTrustedBrowsers }: SignInRules) {
  return { secondStep: requiresSecondStep ? "required" : "optional", trust: allowsTrustedBrowsers ? "on" : "" };
}

const labels = { secondStep: "Two-step sign-in", trust: "Allow trusted browsers for 30 days" };

const compared = {
  secondStep: { label: labels.secondStep, say: sayRule },
  trust: ticked(labels.trust),
};

function sayRule(value: string): string {
  return ruleChoices.find((choice) => choice.value === value)?.label ?? value;
}

export default function Rules({ loaderData: { typed, start }, actionData }: Route.ComponentProps) {
  const head = <PageHead title="Security" subtitle="How members of this workspace sign in." />;
  if (start === null) {
    return (
      <>
        {head}
        <Sheet>
          <FactList
            facts={[
              { label: labels.secondStep, value: sayRule(typed.secondStep) },
              { label: "Trusted browsers", value: typed.trust === "on" ? "Allowed for 30 days" : "Not allowed" },
            ]}
          />
        </Sheet>
        <p className="muted">Owners and admins can change this.</p>
      </>
    );
  }
  return (
    <>
      {head}
      <RecordForm
        id="rules"
        schema={signInRulesForm}
        start={start}
        reply={actionData}
        initial={typed}
        compared={compared}
        send="Update"
      >
        {(fields) => (
          <>
            <SelectField
              field={fields.secondStep}
              label={labels.secondStep}
              options={ruleChoices}
              hint="Required: members without it set it up before they see anything of this workspace, however they sign in."
            />
            <CheckboxField
              field={fields.trust}
              label={labels.trust}
              hint="A trusted browser isn't asked for a code. It's asked again after a new password."
            />
          </>
        )}
      </RecordForm>
    </>
  );
}
