import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import { useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/repairs";
import { answerRepairs, loadAsked } from "./answers.server.ts";
import { fieldOfFinding, repairsForm } from "./answers.ts";
import { AnswerForm, AnswerPage } from "./parts/answer-page.tsx";
import { RepairQuestion } from "./parts/repair-question.tsx";
import { portalOf } from "./portal.server.ts";

/** What a client wants to ask the seller for, finding by finding. */

export const handle = { form: "create" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { property, answers, start } = await loadAsked(context, params.packageId);
  return { property, findings: answers.findings, start };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const id = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, repairsForm, async ({ value, key }) => {
    await answerRepairs(api, id, value, key);
    return { location: `${base}/properties/${encodeURIComponent(id)}`, toast: textsOf(language).answers.repairs.saved };
  });
}

export default function PortalRepairs({ loaderData, actionData }: Route.ComponentProps) {
  const { answers } = useTexts();
  const { property, findings, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "repairs",
    schema: repairsForm,
    result: actionData?.result,
    initial: {
      choices: Object.fromEntries(findings.map(({ id, choice }) => [fieldOfFinding(id), choice ?? ""])),
      remarks: Object.fromEntries(findings.map(({ id, remark }) => [fieldOfFinding(id), remark ?? ""])),
    },
    parked: start.parked,
  });
  const { title, intro, none } = answers.repairs;
  const [choices, remarks] = [fields.choices.getFieldset(), fields.remarks.getFieldset()];
  return (
    <AnswerPage property={property} title={title}>
      {findings.length === 0 ? (
        <p className="muted">{none}</p>
      ) : (
        <>
          <p className="mb-3">{intro}</p>
          <AnswerForm form={form} start={start} reply={actionData} send={answers.send}>
            {findings.map((finding) => (
              <RepairQuestion
                key={finding.id}
                finding={finding}
                choice={choices[fieldOfFinding(finding.id)]}
                remark={remarks[fieldOfFinding(finding.id)]}
              />
            ))}
          </AnswerForm>
        </>
      )}
    </AnswerPage>
  );
}
