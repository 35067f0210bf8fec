import { useLocation } from "react-router";
import { type FormInit, type FormReply, RecordForm } from "../forms/forms.tsx";
import { rankChoices } from "../labels.ts";
import type { PickOption } from "../picking/pick.ts";
import { RecordPicker } from "../picking/record-picker.tsx";
import { opportunitiesPath } from "../record-paths.ts";
import { ChoiceGroup } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { newOpportunityForm } from "./opportunity-forms.ts";
import type { PairQuestion } from "./pairing.server.ts";

type PairFormProps = {
  /** What each picker offers before anything is typed. */
  clients: readonly PickOption[];
  packages: readonly PickOption[];
  /** What the form holds at first. */
  filled: { readonly client: string; readonly clientId: string; readonly property: string; readonly packageId: string };
  createClientAt: string | undefined;
  start: FormInit;
  reply: FormReply<null, PairQuestion> | undefined;
};

/** The form that opens an opportunity: a client, a property, and the rank. */
export function PairForm({ clients, packages, filled, createClientAt, start, reply }: PairFormProps) {
  const { search } = useLocation();
  return (
    <RecordForm
      id="opportunity"
      schema={newOpportunityForm}
      start={start}
      reply={reply}
      initial={{ ...filled, rank: "Medium" }}
      send="Open opportunity"
      cancel={opportunitiesPath + search}
      replace
    >
      {(fields) => (
        <>
          {reply?.question?.isClientUnknown ? (
            <Notice>
              <a href="/clients/new" target="_blank" rel="noopener">
                Create the client
              </a>{" "}
              in a new tab, then submit this form again. Your entries are kept.
            </Notice>
          ) : null}
          <RecordPicker
            kind="clients"
            label="Client"
            hint="Name or email."
            fields={{ text: fields.client, chosen: fields.clientId, chosenFor: fields.clientFor }}
            suggestions={clients}
            createAt={createClientAt}
            asked={reply?.question?.client ?? null}
          />
          <RecordPicker
            kind="properties"
            label="Property (address)"
            hint="One of your properties, or the address of a new one; everything else about it can follow."
            fields={{ text: fields.property, chosen: fields.packageId, chosenFor: fields.packageFor }}
            suggestions={packages}
            create={(text) => `Create “${text}”`}
            asked={reply?.question?.property ?? null}
          />
          <ChoiceGroup field={fields.rank} label="Rank" options={rankChoices} single />
        </>
      )}
    </RecordForm>
  );
}
