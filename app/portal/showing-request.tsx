import { PortalField, problem } from "../client-pages/portal-form.tsx";
import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { FormRefusal, submitForm } from "../forms/forms.server.ts";
import { groupByRequest } from "../opportunities/showing-requests.ts";
import { recordId } from "../session/session.server.ts";
import { localTimeOf, momentAt } from "../ui/clock.server.ts";
import { firstValue } from "../ui/field-frame.tsx";
import { useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/showing-request";
import { loadAsked, requestShowing } from "./answers.server.ts";
import { isAtNight, otherShowings, showingRequestForm } from "./answers.ts";
import { AnswerForm, AnswerPage } from "./parts/answer-page.tsx";
import { PortalChecks, PortalRadios, PortalTextArea } from "./parts/portal-choices.tsx";
import { useAgentOf } from "./parts/portal-frame.tsx";
import { ShowingLines } from "./parts/showing-lines.tsx";
import { portalOf } from "./portal.server.ts";
import { loadProperty } from "./portal-properties.server.ts";

/** A client asks for a showing, at one of up to three times. */

export const handle = { form: "create" };

const names = ["first", "second", "third"] as const;

export async function loader({ url, context, params }: Route.LoaderArgs) {
  const { property, answers, start } = await loadAsked(context, params.packageId);
  const arranged = groupByRequest(answers.showings).filter(({ showing }) => showing.mayCancel);
  return { property, arranged, isInstead: url.searchParams.has("instead"), start };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const id = recordId(params.packageId);
  return submitForm<typeof showingRequestForm, never, NightQuestion>(
    { request, context, ofRecord: true },
    showingRequestForm,
    async ({ value, key }) => {
      const { timeZone } = await loadProperty(api, id);
      const times = momentsOf(value, timeZone);
      if (!value.night && names.some((name) => value[name] !== null && isAtNight(value[name])))
        throw new FormRefusal<NightQuestion>({ question: { night: true } });
      const instead = value.other ? value.other === "instead" : null;
      await requestShowing(api, id, { times, remark: value.remark, instead }, key);
      return {
        location: `${base}/properties/${encodeURIComponent(id)}`,
        toast: textsOf(language).answers.showings.sent,
      };
    },
  );
}

/** Whether a time at night is meant. */
interface NightQuestion {
  readonly night: true;
}

/** @throws FormRefusal for a time that is named twice, too */
function momentsOf(value: Readonly<Record<(typeof names)[number], string | null>>, timeZone: string): string[] {
  const moments: string[] = [];
  for (const name of names) {
    if (value[name] === null) continue;
    const moment = momentOf(name, value[name], timeZone);
    if (moments.includes(moment))
      throw new FormRefusal({ fieldErrors: { [name]: [problem("sameTime")] }, status: 400 });
    moments.push(moment);
  }
  return moments;
}

/** @throws FormRefusal for a time that has passed, and for one that the clock leaves out in spring */
function momentOf(name: (typeof names)[number], typed: string, timeZone: string): string {
  const moment = momentAt(typed, timeZone);
  const refusal = (wrong: string) => new FormRefusal({ fieldErrors: { [name]: [wrong] }, status: 400 });
  if (moment === null) throw refusal(problem("enterTime"));
  if (localTimeOf(moment, timeZone) !== typed.slice(0, 16)) throw refusal(problem("timeSkipped"));
  if (Date.parse(moment) < Date.now()) throw refusal(problem("timePassed"));
  return moment;
}

export default function PortalShowingRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { answers } = useTexts();
  const { property, arranged, isInstead, start } = loaderData;
  const agent = useAgentOf(property);
  const [form, fields] = useSchemaForm({
    id: "showing",
    schema: showingRequestForm,
    result: actionData?.result,
    parked: start.parked,
    initial: { other: isInstead && arranged.length > 0 ? "instead" : "" },
  });
  const { ask, intro, times, optional, clock, note, other, others, night, nightMeant } = answers.showings;
  return (
    <AnswerPage property={property} title={ask}>
      <p className="mb-3">{intro(agent)}</p>
      <AnswerForm form={form} start={start} reply={actionData} send={answers.send}>
        {arranged.length === 0 ? null : (
          <>
            <ShowingLines showings={arranged} property={property} />
            <PortalRadios
              field={fields.other}
              legend={other}
              values={otherShowings}
              labelOf={(value) => others[value]}
            />
          </>
        )}
        {names.map((name) => (
          <PortalField
            key={name}
            field={fields[name]}
            label={times[name]}
            type="datetime-local"
            hint={name === "first" ? clock(property.timeZone.replaceAll("_", " ")) : optional}
          />
        ))}
        {actionData?.question?.night || firstValue(fields.night) === "on" ? (
          <PortalChecks field={fields.night} legend={night} values={["on"]} labelOf={() => nightMeant} />
        ) : null}
        <PortalTextArea field={fields.remark} label={note} hint={answers.remarkHint} rows={3} />
      </AnswerForm>
    </AnswerPage>
  );
}
