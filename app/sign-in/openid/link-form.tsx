import { href } from "react-router";
import { type FormInit, type FormReply, FormStart } from "../../forms/forms.tsx";
import { SubmitButton } from "../../ui/button.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { PostForm, useSchemaForm } from "../../ui/form.tsx";
import { ProofField } from "../second-step/proof-field.tsx";
import { setUpForm } from "../second-step/second-step.ts";

type LinkFormProps = {
  start: FormInit;
  reply: FormReply | undefined;
  /** Whether the person proves once more that the account is theirs. */
  needsProof: boolean;
  hasPassword: boolean;
  /** What people call the provider. */
  name: string;
  /** The person's address here. */
  own: string;
  /** What they are called there; null where the provider does not say. */
  account: string | null;
};

/** Links the account of whoever came back from the provider a moment ago. */
export function LinkForm({ start, reply, needsProof, hasPassword, name, own, account }: LinkFormProps) {
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
