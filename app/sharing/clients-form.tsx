import type { FormEvent } from "react";
import { href } from "react-router";
import type { FormInit, FormReply } from "../forms/form-reply.ts";
import { FormStart } from "../forms/forms.tsx";
import { packagePath } from "../packages/package-list.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DraftNotice } from "../ui/draft-notice.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { CheckboxField, ChoiceGroup, TextArea } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatCount } from "../ui/number-format.ts";
import { ChoiceSearch, checkUnlessSearched } from "./choice-search.tsx";
import { sayUnreachable } from "./chosen-clients.tsx";
import type { choicesOf } from "./client-choices.server.ts";
import type { ShownDocument } from "./load-shown.server.ts";
import { clientsForm, mostChosen, mostFound, previewing } from "./share-link.ts";
import { ShownFieldset } from "./shown-fieldset.tsx";
import { buttonOf, useFurther } from "./use-further.ts";

type ClientsFormProps = {
  packageId: string;
  choice: ReturnType<typeof choicesOf>;
  /** The ids of those who were chosen on the list of clients; null where the page itself ticks whom the property fits. */
  chosen: readonly string[] | null;
  fitting: readonly string[];
  documents: readonly ShownDocument[];
  /** Whether there is nothing to see but the address, unless a document is shown. */
  isBare: boolean;
  /** Whether people can be invited to the client portal. */
  mayInvite: boolean;
  start: FormInit;
  reply: FormReply<unknown, unknown> | undefined;
};

/** With whom a property is shared, what they see of it and what is said to them; before it, the search for others. */
export function ClientsForm({ packageId, choice, documents, isBare, start, reply, ...ticked }: ClientsFormProps) {
  const { chosen, fitting } = ticked;
  const { search, found, options } = choice;
  const [form, fields] = useSchemaForm({
    id: "clients",
    schema: clientsForm,
    result: reply?.result,
    initial: {
      ...{ invites: "on", clientIds: [...(chosen ?? fitting)] },
      documentIds: documents.filter(({ isShown }) => isShown).map(({ id }) => id),
    },
    parked: start.parked,
  });
  const { further, pick } = useFurther(
    form.id,
    options.map(({ value }) => value),
  );

  return (
    <>
      <ChoiceSearch kind="clients" label="Search clients" formId={form.id} searched={choice} onPick={pick} />
      <div onSubmitCapture={leaveToBrowser}>
        <PostForm form={form} onSubmit={checkUnlessSearched(form.onSubmit)}>
          <FormStart start={start} reply={reply} />
          <DraftNotice formId={form.id} />
          <ErrorSummary form={form} />
          {options.length + further.length === 0 ? (
            <NoChoices search={search} />
          ) : (
            <ChoiceGroup
              field={fields.clientIds}
              label="Clients"
              options={[...options, ...further]}
              ticked={further.map(({ value }) => value)}
              hint={`They'll see the photos, facts and the documents chosen below.${found === mostFound ? " Search to find clients who are not listed." : ""}`}
            />
          )}
          {choice.unreachable.length === 0 ? null : <p className="hint">{sayUnreachable(choice.unreachable)}</p>}
          <ShownFieldset packageId={packageId} fields={fields} documents={documents} isBare={isBare} />
          <TextArea field={fields.note} label="Note" hint="A short personal message for the email." />
          {ticked.mayInvite ? (
            <CheckboxField
              field={fields.invites}
              label="Invite to the client portal"
              hint="For people who were never invited. Those who have access get a link that opens the property in their portal."
            />
          ) : null}
          {reply === undefined && fitting.length > 0 ? <p className="hint">{sayTicked(fitting.length)}</p> : null}
          <div className="actions">
            <SubmitButton>Share property</SubmitButton>
            {/* Behind the button that a press of Enter means. */}
            <button className="btn" type="submit" name={previewing} formTarget="_blank" formNoValidate>
              Show preview<span className="vh"> in a new tab</span>
            </button>
            <LinkButton href={packagePath(packageId)}>Cancel</LinkButton>
          </div>
        </PostForm>
      </div>
    </>
  );
}

function NoChoices({ search }: { search: string }) {
  return (
    <EmptyState action={<LinkButton href={href("/clients/new")}>Invite client</LinkButton>}>
      {search === "" ? "There are no clients yet." : "Search for another name, or invite someone new."}
    </EmptyState>
  );
}

/** The browser itself opens the tab of the preview. */
function leaveToBrowser(event: FormEvent): void {
  if (buttonOf(event) === previewing) event.stopPropagation();
}

/** One press of the button emails those, too, who were ticked by the page itself. */
function sayTicked(count: number): string {
  if (count === mostChosen)
    return `The ${count} clients whom the property fits best are ticked; all of them get the email.`;
  return count === 1
    ? "1 client is ticked because the property fits them; they get the email."
    : `${formatCount(count, "client")} are ticked because the property fits them; all of them get the email.`;
}
