import { PortalField, problem } from "../client-pages/portal-form.tsx";
import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { FormRefusal, submitForm } from "../forms/forms.server.ts";
import { recordId } from "../session/session.server.ts";
import { localTimeOf, momentAt } from "../ui/clock.server.ts";
import { useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/showing-request";
import { loadAsked, requestShowing } from "./answers.server.ts";
import { showingRequestForm } from "./answers.ts";
import { AnswerForm, AnswerPage } from "./parts/answer-page.tsx";
import { PortalTextArea } from "./parts/portal-choices.tsx";
import { useFrame } from "./parts/portal-frame.tsx";
import { portalOf } from "./portal.server.ts";
import { loadProperty } from "./portal-properties.server.ts";

/** A client asks for a showing, at one of up to three times. */

export const handle = { form: "create" };

const names = ["first", "second", "third"] as const;

export async function loader({ context, params }: Route.LoaderArgs) {
  const { property, start } = await loadAsked(context, params.packageId);
  return { property, start };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const id = recordId(params.packageId);
  return submitForm({ request, context, ofRecord: true }, showingRequestForm, async ({ value, key }) => {
    const { timeZone } = await loadProperty(api, id);
    const times = names.flatMap((name) => (value[name] === null ? [] : [momentOf(name, value[name], timeZone)]));
    await requestShowing(api, id, { times, remark: value.remark }, key);
    return { location: `${base}/properties/${encodeURIComponent(id)}`, toast: textsOf(language).answers.showings.sent };
  });
}

/** @throws FormRefusal for a time that has passed, and for one that the clock leaves out in spring */
function momentOf(name: (typeof names)[number], typed: string, timeZone: string): string {
  const moment = momentAt(typed, timeZone);
  const isSkipped = moment !== null && localTimeOf(moment, timeZone) !== typed.slice(0, 16);
  const wrong = moment === null || isSkipped ? problem("enterTime") : problem("timePassed");
  if (moment === null || isSkipped || Date.parse(moment) < Date.now())
    throw new FormRefusal({ fieldErrors: { [name]: [wrong] }, status: 400 });
  return moment;
}

export default function PortalShowingRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { answers } = useTexts();
  const { agent } = useFrame();
  const { property, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "showing",
    schema: showingRequestForm,
    result: actionData?.result,
    parked: start.parked,
  });
  const { ask, intro, times, optional, clock, note } = answers.showings;
  return (
    <AnswerPage property={property} title={ask}>
      <p className="intro">{intro(agent.name)}</p>
      <AnswerForm form={form} start={start} reply={actionData} send={answers.send}>
        {names.map((name) => (
          <PortalField
            key={name}
            field={fields[name]}
            label={times[name]}
            type="datetime-local"
            hint={name === "first" ? clock(property.timeZone.replaceAll("_", " ")) : optional}
          />
        ))}
        <PortalTextArea field={fields.remark} label={note} hint={answers.remarkHint} rows={3} />
      </AnswerForm>
    </AnswerPage>
  );
}
