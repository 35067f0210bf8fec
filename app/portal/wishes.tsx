import { PortalField } from "../client-pages/portal-form.tsx";
import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { inputModeOf, namesOf } from "../clients/declared-fields.ts";
import { type WishName, wishFields } from "../clients/profile-fields.ts";
import { recordVersion, startForm, submitForm } from "../forms/forms.server.ts";
import { load } from "../session/session.server.ts";
import { firstValue } from "../ui/field-frame.tsx";
import { useSchemaForm } from "../ui/form.tsx";
import type { Route } from "./+types/wishes";
import { findWishes, suggestWishes } from "./own-wishes.server.ts";
import { typedWishes, wishesForm } from "./own-wishes.ts";
import { AnswerForm } from "./parts/answer-page.tsx";
import { PortalTextArea } from "./parts/portal-choices.tsx";
import { PortalPage, useFrame, usePortalPath } from "./parts/portal-frame.tsx";
import { portalOf } from "./portal.server.ts";

const { budget: _budget, ...plainFields } = wishFields;
const plainNames = namesOf(plainFields);

/** What a client looks for, to be changed by them. The agent sees it as a suggestion. */

export async function loader({ context }: Route.LoaderArgs) {
  const own = await load(findWishes(portalOf(context).api));
  const shown = recordVersion(own, typedWishes);
  return { typed: shown.typed, isWaiting: own.suggestion !== null, start: await startForm(context, shown) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  return submitForm(
    { request, context, ofRecord: true },
    wishesForm,
    async ({ value, key, etag }) => {
      const isSuggested = await suggestWishes(api, value, { key, etag });
      const { sent, unchanged } = textsOf(language).wishes;
      return { location: `${base}/me`, toast: isSuggested ? sent : unchanged };
    },
    async () => recordVersion(await findWishes(api), typedWishes),
  );
}

export default function PortalWishes({ loaderData, actionData }: Route.ComponentProps) {
  const { wishes, answers } = useTexts();
  const { agent } = useFrame();
  const to = usePortalPath();
  const { typed, isWaiting, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "wishes",
    schema: wishesForm,
    result: actionData?.result,
    initial: typed,
    parked: start.parked,
  });
  const { amount, currency } = fields.budget.getFieldset();
  const { labels } = wishes;
  const hints: Readonly<Partial<Record<WishName, string>>> = wishes.hints;
  const currencyCode = firstValue(currency) || typed.budget.currency;
  return (
    <PortalPage title={wishes.title} subtitle={wishes.subtitle(agent.name)}>
      <div className="stack max-w-160">
        <section className="sec">
          {isWaiting ? <p>{wishes.stillWaiting(agent.name)}</p> : null}
          <AnswerForm form={form} start={start} reply={actionData} send={answers.send}>
            <input type="hidden" name={currency.name} value={currencyCode} />
            <PortalField
              field={amount}
              label={wishes.budgetIn(currencyCode)}
              inputMode="decimal"
              hint={wishes.hints.budget}
            />
            {plainNames.map((name) => {
              const inputMode = inputModeOf(wishFields[name]);
              const shown = { field: fields[name], label: labels[name], hint: hints[name] };
              if (inputMode !== undefined) return <PortalField key={name} {...shown} inputMode={inputMode} />;
              return wishFields[name].kind === "words" ? <PortalTextArea key={name} {...shown} rows={3} /> : null;
            })}
            <PortalTextArea field={fields.remark} label={answers.remark} hint={wishes.remarkHint(agent.name)} />
          </AnswerForm>
        </section>
        <p>
          <a href={to("/me")}>{wishes.back}</a>
        </p>
      </div>
    </PortalPage>
  );
}
