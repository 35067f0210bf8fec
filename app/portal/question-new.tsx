import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import { useSchemaForm } from "../ui/form.tsx";
import { formatNumber } from "../ui/number-format.ts";
import type { Route } from "./+types/question-new";
import { askQuestion, loadAsked } from "./answers.server.ts";
import { questionForm } from "./answers.ts";
import { longestMessage } from "./message.ts";
import { AnswerForm, AnswerPage } from "./parts/answer-page.tsx";
import { PortalTextArea } from "./parts/portal-choices.tsx";
import { portalOf } from "./portal.server.ts";

/** A client asks the agent about a property. */

export const handle = { form: "create" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { property, start } = await loadAsked(context, params.packageId);
  return { property, start };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const id = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, questionForm, async ({ value, key }) => {
    await askQuestion(api, id, value, key);
    return {
      location: `${base}/properties/${encodeURIComponent(id)}`,
      toast: textsOf(language).answers.questions.sent,
    };
  });
}

export default function PortalQuestion({ loaderData: { property, start }, actionData }: Route.ComponentProps) {
  const { answers, form: words } = useTexts();
  const [form, fields] = useSchemaForm({
    id: "question",
    schema: questionForm,
    result: actionData?.result,
    parked: start.parked,
  });
  return (
    <AnswerPage property={property} title={answers.questions.ask}>
      <AnswerForm form={form} start={start} reply={actionData} send={answers.send}>
        <PortalTextArea
          field={fields.body}
          label={answers.questions.field}
          hint={words.upTo(formatNumber(longestMessage))}
        />
      </AnswerForm>
    </AnswerPage>
  );
}
