import { PortalField, problem } from "../client-pages/portal-form.tsx";
import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { FormRefusal, submitForm } from "../forms/forms.server.ts";
import { groupByRequest } from "../opportunities/showing-requests.ts";
import { recordId } from "../session/session.server.ts";
import { localTimeOf, momentAt } from "../ui/clock.server.ts";
import { firstValue } from "../ui/field-frame.tsx";
import { useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/showing-request";
import { type AskedTime, loadAsked, requestShowing } from "./answers.server.ts";
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
  return submitForm<typeof showingRequestForm, never, TimeQuestion>(
    { request, context, ofRecord: true },
    showingRequestForm,
    async ({ value, key }) => {
      const { timeZone } = await loadProperty(api, id);
      const times = momentsOf(value, timeZone);
      const latest = Date.now() + 365 * 86_400_000;
      const question = {
        night: !value.night && times.some(({ field }) => isAtNight(value[field] ?? "")),
        far: !value.far && times.some(({ moment }) => Date.parse(moment) > latest),
      };
      if (question.night || question.far) throw new FormRefusal<TimeQuestion>({ question });
      const instead = value.other ? value.other === "instead" : null;
      await requestShowing(api, id, { times, remark: value.remark, instead }, key);
      return {
        location: `${base}/properties/${encodeURIComponent(id)}`,
        toast: textsOf(language).answers.showings.sent,
      };
    },
  );
}

/** Whether a time at night, or more than a year away, is meant. */
interface TimeQuestion {
  readonly night: boolean;
  readonly far: boolean;
}

type TimeField = (typeof names)[number];

/** @throws FormRefusal for a time that is named twice, too */
function momentsOf(value: Readonly<Record<TimeField, string | null>>, timeZone: string): AskedTime<TimeField>[] {
  const times: AskedTime<TimeField>[] = [];
  for (const field of names) {
    if (value[field] === null) continue;
    const moment = momentOf(field, value[field], timeZone);
    if (times.some((time) => time.moment === moment))
      throw new FormRefusal({ fieldErrors: { [field]: [problem("sameTime")] }, status: 400 });
    times.push({ field, moment });
  }
  return times;
}

/** @throws FormRefusal for a time that has passed, and for one that the clock leaves out in spring */
function momentOf(name: TimeField, typed: string, timeZone: string): string {
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
  const { ask, intro, times, optional, clock, note, other, others, night, far, meant } = answers.showings;
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
          <PortalChecks field={fields.night} legend={night} values={["on"]} labelOf={() => meant} />
        ) : null}
        {actionData?.question?.far || firstValue(fields.far) === "on" ? (
          <PortalChecks field={fields.far} legend={far} values={["on"]} labelOf={() => meant} />
        ) : null}
        <PortalTextArea field={fields.remark} label={note} hint={answers.remarkHint} rows={3} />
      </AnswerForm>
    </AnswerPage>
  );
}
