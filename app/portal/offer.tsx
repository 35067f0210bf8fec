import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { FormRefusal, submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import { useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/offer";
import { answerOffer, loadAsked, offerRefusal } from "./answers.server.ts";
import { offerChoices, offerForm } from "./answers.ts";
import { AnswerForm, AnswerPage } from "./parts/answer-page.tsx";
import { PortalRadios, PortalTextArea } from "./parts/portal-choices.tsx";
import { useAgentOf } from "./parts/portal-frame.tsx";
import { SuggestedOffer } from "./parts/suggested-offer.tsx";
import { portalOf } from "./portal.server.ts";

/** The offer that the agent suggests, and what the client thinks of it. */

export const handle = { form: "create" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { property, answers, start } = await loadAsked(context, params.packageId);
  return { property, suggestion: answers.suggestion, start };
}

type Refusal = { readonly offer: "changed" | "late" };

export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const id = recordId(params.packageId);
  return submitForm<typeof offerForm, never, Refusal>(
    { request, context, ofRecord: true },
    offerForm,
    async ({ value, key }) => {
      try {
        await answerOffer(api, id, value, key);
      } catch (error) {
        const offer = offerRefusal(error);
        throw offer === null ? error : new FormRefusal<Refusal>({ question: { offer } });
      }
      return { location: `${base}/properties/${encodeURIComponent(id)}`, toast: textsOf(language).answers.offer.saved };
    },
  );
}

export default function PortalOffer({ loaderData, actionData }: Route.ComponentProps) {
  const { answers } = useTexts();
  const { property, suggestion, start } = loaderData;
  const agent = useAgentOf(property);
  const own = suggestion?.answers.find(({ isOwn }) => isOwn);
  const [form, fields] = useSchemaForm({
    id: "offer",
    schema: offerForm,
    result: actionData?.result,
    initial: { choice: own?.choice ?? "", remark: own?.remark ?? "" },
    parked: start.parked,
  });
  const isCounter = suggestion?.isCounter === true;
  const { title, counter, none, expired, legend, choices, what, whatHint, notSigned } = answers.offer;
  const refused = actionData?.question ? answers.offer[actionData.question.offer] : null;
  return (
    <AnswerPage property={property} title={isCounter ? counter.title : title}>
      {refused === null ? null : (
        <div className="note" role="alert">
          <b>{refused.title}</b> {refused.text}
        </div>
      )}
      {suggestion === null ? (
        <p className="muted">{none}</p>
      ) : (
        <SuggestedOffer suggestion={suggestion} property={property} />
      )}
      {suggestion?.isExpired ? <p className="note">{expired(agent)}</p> : null}
      {suggestion === null || suggestion.isExpired ? null : (
        <AnswerForm form={form} start={start} reply={actionData} send={answers.send}>
          <input type="hidden" name="suggestionId" value={suggestion.id} />
          <PortalRadios
            field={fields.choice}
            legend={own === undefined ? legend : answers.interest.change}
            hint={notSigned(agent)}
            values={offerChoices}
            labelOf={(choice) => (isCounter && choice === "declined" ? counter.declined : choices[choice])}
          />
          <PortalTextArea field={fields.remark} label={what} hint={whatHint} />
        </AnswerForm>
      )}
    </AnswerPage>
  );
}
