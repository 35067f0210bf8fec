import type { FormInit, FormReply } from "../forms/form-reply.ts";
import { FormStart } from "../forms/forms.tsx";
import { clientPath } from "../record-paths.ts";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { firstValues } from "../ui/field-frame.tsx";
import { CheckboxField, TextArea } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { FormFoot } from "../ui/form-foot.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { ChoiceSearch, checkUnlessSearched, LookAgain } from "./choice-search.tsx";
import type { PackageChoices } from "./package-choices.server.ts";
import { PackageRows } from "./package-rows.tsx";
import { mostPackages, packagesForm } from "./package-share.ts";
import { nameAll } from "./share-link.ts";
import { andSend, CountedNow, EmailCount, SelectAll, UnnamedLine, unnamedIn, useTicked } from "./ticked.tsx";
import { useFurther } from "./use-further.ts";

type PackagesFormProps = {
  client: { readonly id: string; readonly name: string };
  choices: PackageChoices;
  /** The ids of the properties that were chosen on their list: no other is ticked to begin with. */
  chosen: readonly string[];
  /** How many email addresses the household has. */
  emails: number;
  /** Whether people can be invited to the client portal. */
  mayInvite: boolean;
  start: FormInit;
  reply: FormReply<unknown, unknown> | undefined;
};

/** Which properties a client gets, what they see of each, and what is said to them; before it, the search for others. */
export function PackagesForm({ client, choices, chosen, emails, mayInvite, start, reply }: PackagesFormProps) {
  const { rows } = choices;
  const [form, fields] = useSchemaForm({
    id: "packages",
    schema: packagesForm,
    result: reply?.result,
    initial: { invites: "on", packageIds: [...chosen] },
    parked: start.parked,
  });
  const listed = rows.map(({ id }) => id);
  const unnamed = unnamedIn(reply, fields.packageIds, listed);
  const { picked, further, pick } = useFurther(form.id, [...unnamed, ...listed]);

  const ticked = useTicked(
    form.id,
    fields.packageIds.name,
    firstValues(fields.packageIds).filter(
      (chosen) => unnamed.includes(chosen) || rows.some(({ id, obstacle }) => id === chosen && obstacle === null),
    ),
  );
  const those = formatCount(ticked.length, "property", "properties");

  return (
    <>
      <ChoiceSearch kind="properties" label="Search properties" formId={form.id} searched={choices} onPick={pick} />
      <UnnamedLine count={unnamed.length} what="names of the properties you ticked" formId={form.id} />
      <NotLoadedLine what="properties that fit" part={choices.fits} again={<LookAgain formId={form.id} />} />
      <SelectAll formId={form.id} ids={choices.fitting} what="properties that fit" />
      <PostForm form={form} onSubmit={checkUnlessSearched(form.onSubmit)}>
        <FormStart start={start} reply={reply} />
        <DraftNotice formId={form.id} />
        <CountedNow question={reply?.question} what={those} />
        <ErrorSummary form={form} />
        <input type="hidden" name={fields.countedIds.name} value={nameAll(ticked)} />
        {further.map(({ value }) => (
          <input key={value} type="hidden" name={fields.packageIds.name} value={value} />
        ))}
        {rows.length + unnamed.length === 0 ? (
          <EmptyState>There are no properties yet.</EmptyState>
        ) : (
          <PackageRows
            field={fields.packageIds}
            rows={rows}
            unnamed={unnamed}
            ticked={picked.map(({ value }) => value)}
            hint={`Up to ${mostPackages} at once. Search to find others.`}
          />
        )}
        {rows.some(({ sees, obstacle }) => sees === null && obstacle === null) || fields.sendsEmpty.errors ? (
          <CheckboxField
            field={fields.sendsEmpty}
            label="Send all the same"
            hint="For properties of which the client would see nothing but the address."
          />
        ) : null}
        <TextArea field={fields.note} label="Note" hint="A short personal message for the email." optional />
        {mayInvite ? (
          <CheckboxField
            field={fields.invites}
            label="Invite to the client portal"
            hint="For people who were never invited. Those who have access get links that open the properties in their portal."
          />
        ) : null}
        <EmailCount count={ticked.length} emails={emails} formId={form.id} />
        <FormFoot
          send={ticked.length === 0 ? "Continue" : `Share ${those}${andSend(emails)}`}
          cancel={clientPath(client.id)}
        />
      </PostForm>
    </>
  );
}
