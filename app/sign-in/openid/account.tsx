import { href } from "react-router";
import { FormRefusal, startForm } from "../../forms/forms.server.ts";
import { type FormInit, type FormReply, FormStart } from "../../forms/forms.tsx";
import { ApiError } from "../../json-api/api-error.ts";
import { currentUserOf, identityApiOf, load } from "../../session/session.server.ts";
import { LinkButton, SubmitButton } from "../../ui/button.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FactList } from "../../ui/fact-list.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import { PageHead, Sheet } from "../../ui/page.tsx";
import { ProofField } from "../second-step/proof-field.tsx";
import { submitProved } from "../second-step/second-step.server.ts";
import { setUpForm } from "../second-step/second-step.ts";
import type { Route } from "./+types/account";
import {
  endVisit,
  fetchIdentity,
  findNamedVisit,
  linkedAccountPath,
  linkIdentity,
  providerOf,
} from "./openid.server.ts";
import { openIdContext } from "./openid.ts";
import { OpenIdButton } from "./openid-button.tsx";

export { RouteError as ErrorBoundary } from "../../ui/error-view.tsx";

export const handle = { form: "create" };
export async function loader({ context }: Route.LoaderArgs) {
  const { id: _, ...identity } = await load(fetchIdentity(identityApiOf(context)));
  const visit = await findNamedVisit(context);
  return {
    ...identity,
    name: context.get(openIdContext)?.name ?? null,
    /** What the provider calls the person who came back from it; null where nobody did. */
    named: visit && { email: visit.identity.email },
    own: currentUserOf(context).person.email,
    start: await startForm(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const provider = providerOf(context);
  return submitProved({ request, context }, setUpForm, async (api, own) => {
    const visit = await findNamedVisit(context);
    if (visit === null)
      throw new FormRefusal({ status: 410, text: `It took too long. Sign in at ${provider.name} again.` });
    await linkIdentity(api, provider.proofOf(visit.identity), own).catch((error: unknown) => {
      throw sayLinked(error, provider.name);
    });
    await endVisit(context);
    return { location: linkedAccountPath, toast: `Linked. ${provider.name} signs you in from now on.` };
  });
}

function sayLinked(error: unknown, name: string): unknown {
  if (!(error instanceof ApiError) || error.kind !== "conflict") return error;
  const isElsewhere = error.cause.code === "linked_elsewhere";
  const text = isElsewhere
    ? `That account at ${name} is linked with another account here. Unlink it there first.`
    : "Your account is linked already. Unlink it first.";
  return new FormRefusal({ status: 409, text });
}

export default function LinkedAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { provider, email, linkedAt, name, named, own, start, needsProof, hasPassword } = loaderData;
  return (
    <>
      <PageHead title="Linked account" subtitle="Signs you in without your password here." />
      {provider !== null ? (
        <Sheet>
          <FactList
            facts={[
              { label: "Provider", value: provider },
              { label: "Account there", value: email },
              { label: "Linked", value: linkedAt && <DateTime value={linkedAt} form="day" /> },
            ]}
          />
          <div className="pad">
            <PostForm action={href("/settings/account/openid/removal")}>
              <SubmitButton look="bad">Unlink</SubmitButton>
            </PostForm>
          </div>
        </Sheet>
      ) : name === null ? (
        <Sheet padded>
          <p>No other provider signs people in here. You sign in with your password, or by an emailed link.</p>
        </Sheet>
      ) : named === null ? (
        <Sheet padded>
          <p>Not linked. Once it is, {name} signs you in. Your password and emailed links go on working.</p>
          <div className="mt-2">
            <OpenIdButton isLinking>{`Link ${name}`}</OpenIdButton>
          </div>
        </Sheet>
      ) : (
        <Sheet padded>
          <LinkForm
            start={start}
            needsProof={needsProof}
            hasPassword={hasPassword}
            name={name}
            own={own}
            reply={actionData}
            account={named.email}
          />
        </Sheet>
      )}
      <div className="actions mt-2">
        <LinkButton href={href("/settings/account")}>Back to your account</LinkButton>
      </div>
    </>
  );
}

type LinkFormProps = {
  start: FormInit;
  reply: FormReply | undefined;
  /** Whether the person proves once more that the account is theirs. */
  needsProof: boolean;
  hasPassword: boolean;
  name: string;
  own: string;
  /** What they are called there; null where the provider does not say. */
  account: string | null;
};

function LinkForm({ start, reply, needsProof, hasPassword, name, own, account }: LinkFormProps) {
  const [form, fields] = useSchemaForm({ id: "link", schema: setUpForm, result: reply?.result });
  return (
    <PostForm form={form}>
      <FormStart start={start} reply={reply} />
      <ErrorSummary form={form} />
      <p className="mb-2">
        {account === null ? "The account" : <b>{account}</b>} at {name} will sign in to your account here, <b>{own}</b>.
      </p>
      {needsProof ? (
        <>
          {/* Tells password managers whose password it is. */}
          <input type="text" className="vh" autoComplete="username" value={own} readOnly tabIndex={-1} aria-hidden />
          <ProofField hasPassword={hasPassword} page={href("/settings/account/openid")} fields={fields} />
        </>
      ) : null}
      <div className="actions">
        <SubmitButton>Link account</SubmitButton>
      </div>
    </PostForm>
  );
}
