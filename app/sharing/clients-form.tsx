import type { FormEvent } from "react";
import type { FormInit, FormReply } from "../forms/form-reply.ts";
import { FormStart } from "../forms/forms.tsx";
import type { Settled } from "../json-api/settle.ts";
import { inviteClientPath, packagePath } from "../record-paths.ts";
import { LinkButton } from "../ui/button.tsx";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { firstValues } from "../ui/field-frame.tsx";
import { CheckboxField, ChoiceGroup, TextArea } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { FormFoot } from "../ui/form-foot.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { ChoiceSearch, checkUnlessSearched, LookAgain } from "./choice-search.tsx";
import { sayUnreachable } from "./chosen-clients.tsx";
import type { ClientChoices } from "./client-choices.server.ts";
import type { ShownDocument } from "./load-shown.server.ts";
import { clientsForm, mostFound, nameAll, previewing } from "./share-link.ts";
import { ShownFieldset } from "./shown-fieldset.tsx";
import { andSend, CountedNow, EmailCount, SelectAll, UnnamedLine, unnamedIn, useTicked } from "./ticked.tsx";
import { buttonOf, useFurther } from "./use-further.ts";

type ClientsFormProps = {
  packageId: string;
  choice: ClientChoices;
  /** The ids of those who were chosen on the list of clients: nobody else is ticked to begin with. */
  chosen: readonly string[];
  documents: Settled<readonly ShownDocument[]>;
  /** Whether there is nothing to see but the address, unless a document is shown. */
  isBare: boolean;
  /** Whether people can be invited to the client portal. */
  mayInvite: boolean;
  start: FormInit;
  reply: FormReply<unknown, unknown> | undefined;
};

/** With whom a property is shared, what they see of it and what is said to them; before it, the search for others. */
export function ClientsForm({
  packageId,
  choice,
  chosen,
  documents,
  isBare,
  start,
  reply,
  mayInvite,
}: ClientsFormProps) {
  const { search, found, addresses } = choice;
  const listed = documents.ok ? documents.data : [];
  const [form, fields] = useSchemaForm({
    id: "clients",
    schema: clientsForm,
    result: reply?.result,
    initial: {
      invites: "on",
      clientIds: [...chosen],
      documentIds: listed.filter(({ isShown }) => isShown).map(({ id }) => id),
    },
    parked: start.parked,
  });
  const unnamed = unnamedIn(
    reply,
    fields.clientIds,
    choice.options.map(({ value }) => value),
  );
  const options = [
    ...unnamed.map((value) => ({ value, label: "A client you ticked, whose name couldn't be loaded" })),
    ...choice.options,
  ];
  const { picked, further, pick } = useFurther(
    form.id,
    options.map(({ value }) => value),
  );
  const ticked = useTicked(
    form.id,
    fields.clientIds.name,
    firstValues(fields.clientIds).filter((id) => options.some(({ value }) => value === id)),
  );
  const again = <LookAgain formId={form.id} />;
  const those = formatCount(ticked.length, "client");
  const emails =
    addresses === null || unnamed.length > 0 ? null : ticked.reduce((sum, id) => sum + (addresses[id] ?? 0), 0);

  return (
    <>
      <ChoiceSearch kind="clients" label="Search clients" formId={form.id} searched={choice} onPick={pick} />
      <UnnamedLine count={unnamed.length} what="names of the clients you ticked" formId={form.id} />
      <NotLoadedLine what="clients whom the property fits" part={choice.fits} again={again} />
      <SelectAll formId={form.id} ids={choice.fitting} what="clients whom the property fits" />
      <div onSubmitCapture={leaveToBrowser}>
        <PostForm form={form} onSubmit={checkUnlessSearched(form.onSubmit)}>
          <FormStart start={start} reply={reply} />
          <DraftNotice formId={form.id} />
          <CountedNow question={reply?.question} what={those} />
          <ErrorSummary form={form} />
          <input type="hidden" name={fields.countedIds.name} value={nameAll(ticked)} />
          {further.map(({ value }) => (
            <input key={value} type="hidden" name={fields.clientIds.name} value={value} />
          ))}
          {options.length === 0 ? (
            <NoChoices search={search} />
          ) : (
            <ChoiceGroup
              field={fields.clientIds}
              label="Clients"
              options={options}
              ticked={picked.map(({ value }) => value)}
              hint={`They'll see the photos, facts and the documents chosen below.${found === mostFound ? " Search to find clients who are not listed." : ""}`}
            />
          )}
          {choice.unreachable.length === 0 ? null : <p className="hint">{sayUnreachable(choice.unreachable)}</p>}
          <NotLoadedLine what="documents" part={documents} again={again} />
          <ShownFieldset packageId={packageId} fields={fields} documents={documents} isBare={isBare} />
          <TextArea field={fields.note} label="Note" hint="A short personal message for the email." optional />
          {mayInvite ? (
            <CheckboxField
              field={fields.invites}
              label="Invite to the client portal"
              hint="For people who were never invited. Those who have access get a link that opens the property in their portal."
            />
          ) : null}
          <EmailCount formId={form.id} count={ticked.length} emails={emails} />
          <FormFoot
            send={ticked.length === 0 ? "Continue" : `Share with ${those}${andSend(emails)}`}
            cancel={packagePath(packageId)}
          >
            {/* Behind the button that a press of Enter means. */}
            <button className="btn" type="submit" name={previewing} formTarget="_blank" formNoValidate>
              Show preview<span className="vh"> in a new tab</span>
            </button>
          </FormFoot>
        </PostForm>
      </div>
    </>
  );
}

function NoChoices({ search }: { search: string }) {
  return (
    <EmptyState action={<LinkButton href={inviteClientPath()}>Invite client</LinkButton>}>
      {search === "" ? "There are no clients yet." : "Search for another name, or invite someone new."}
    </EmptyState>
  );
}

/** The browser itself opens the tab of the preview. */
function leaveToBrowser(event: FormEvent): void {
  if (buttonOf(event) === previewing) event.stopPropagation();
}
