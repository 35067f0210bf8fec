import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import { useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/rating";
import { loadAsked, rate } from "./answers.server.ts";
import { ratingForm, ratings } from "./answers.ts";
import { AnswerForm, AnswerPage } from "./parts/answer-page.tsx";
import { PortalRadios, PortalTextArea } from "./parts/portal-choices.tsx";
import { portalOf } from "./portal.server.ts";

/** How a client liked a property, after a showing took place. */

export const handle = { form: "create" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { property, answers, start } = await loadAsked(context, params.packageId);
  return { property, own: answers.rating, mayRate: answers.mayRate, start };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const id = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, ratingForm, async ({ value, key }) => {
    await rate(api, id, value, key);
    return { location: `${base}/properties/${encodeURIComponent(id)}`, toast: textsOf(language).answers.rating.saved };
  });
}

export default function PortalRating({ loaderData, actionData }: Route.ComponentProps) {
  const { answers } = useTexts();
  const { property, own, mayRate, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "rating",
    schema: ratingForm,
    result: actionData?.result,
    initial: { rating: String(own?.rating ?? ""), remark: own?.remark ?? "" },
    parked: start.parked,
  });
  const { title, intro, legend, choices } = answers.rating;
  return (
    <AnswerPage property={property} title={title}>
      {mayRate ? (
        <AnswerForm form={form} start={start} reply={actionData} send={answers.send}>
          <PortalRadios
            field={fields.rating}
            legend={legend}
            hint={intro}
            values={ratings}
            labelOf={(rating) => choices[rating]}
          />
          <PortalTextArea field={fields.remark} label={answers.remark} hint={answers.remarkHint} />
        </AnswerForm>
      ) : (
        <p className="muted">{answers.problems.noShowing}</p>
      )}
    </AnswerPage>
  );
}
