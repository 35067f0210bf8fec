import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import { useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/interest";
import { loadAsked, sayInterest } from "./answers.server.ts";
import { interestChoices, interestForm, interestReasons, openChoices } from "./answers.ts";
import { AnswerForm, AnswerPage } from "./parts/answer-page.tsx";
import { PortalChecks, PortalRadios, PortalTextArea } from "./parts/portal-choices.tsx";
import { portalOf } from "./portal.server.ts";

/** Whether a client is interested in a property, and why. */

export const handle = { form: "create" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { property, answers, start } = await loadAsked(context, params.packageId);
  const { interest: own, suggestion, offer } = answers;
  const isDeclined = suggestion?.answers.some(({ isOwn, choice }) => isOwn && choice === "declined") === true;
  const hasOffer = (suggestion !== null && !suggestion.isExpired && !isDeclined) || offer?.state === "sent";
  const hasShowings = answers.showings.some(({ mayCancel }) => mayCancel);
  return { property, own, hasOffer, hasShowings, start };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const id = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, interestForm, async ({ value, key }) => {
    await sayInterest(api, id, value, key);
    return {
      location: `${base}/properties/${encodeURIComponent(id)}`,
      toast: textsOf(language).answers.interest.saved,
    };
  });
}

export default function PortalInterest({ loaderData, actionData }: Route.ComponentProps) {
  const { answers } = useTexts();
  const { property, own, hasOffer, hasShowings, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "interest",
    schema: interestForm,
    result: actionData?.result,
    initial: {
      choice: own?.choice ?? "",
      reasons: own?.reasons ?? [],
      remark: own?.remark ?? "",
      offer: "",
      showings: "",
    },
    parked: start.parked,
  });
  const { title, legend, intro, choices, why, reasons, offer, offers, showings, visits } = answers.interest;
  return (
    <AnswerPage property={property} title={title}>
      <AnswerForm form={form} start={start} reply={actionData} send={answers.send}>
        <PortalRadios
          field={fields.choice}
          legend={legend}
          hint={intro}
          values={interestChoices}
          labelOf={(choice) => choices[choice]}
        />
        {hasOffer ? (
          <PortalRadios field={fields.offer} legend={offer} values={openChoices} labelOf={(choice) => offers[choice]} />
        ) : null}
        {hasShowings ? (
          <PortalRadios
            field={fields.showings}
            legend={showings}
            values={openChoices}
            labelOf={(choice) => visits[choice]}
          />
        ) : null}
        <PortalChecks
          field={fields.reasons}
          legend={why}
          values={interestReasons}
          labelOf={(reason) => reasons[reason]}
        />
        <PortalTextArea field={fields.remark} label={answers.remark} hint={answers.remarkHint} />
      </AnswerForm>
    </AnswerPage>
  );
}
