import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { loadOpportunityFor, shownItem, zoneOf } from "../opportunities/load-opportunity.server.ts";
import { noSpanish } from "../opportunities/move-fieldset.tsx";
import { OpportunityPage } from "../opportunities/opportunity-page.tsx";
import { opportunityPath } from "../record-paths.ts";
import { apiOf, load, loadBoth, recordId } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { TextArea, TextField } from "../ui/fields.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices, typedMoney } from "../ui/money-values.ts";
import type { Route } from "./+types/suggestion";
import { findClientAnswers, suggestOffer } from "./client-answers.server.ts";
import { suggestionForm } from "./client-answers.ts";

/** The offer that the agent suggests to the client, or what the seller wants in its place; or another one than before. */

export const handle = { form: "create" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const opportunityId = recordId(params.opportunityId);
  const [found, { suggestion }] = await loadBoth(
    loadOpportunityFor("update", context, opportunityId),
    load(findClientAnswers(apiOf(context), opportunityId)),
  );
  const timeZone = zoneOf(found);
  const { price = null, expiresAt = null, terms = null, termsEs, id = "" } = suggestion ?? {};
  const typed = {
    replaces: id,
    price: typedMoney(price),
    expiresAt: expiresAt === null ? "" : localTimeOf(expiresAt, timeZone),
    terms: terms ?? "",
    termsEs: termsEs ?? "",
  };
  return { item: shownItem(found), timeZone, typed, texts: textsAt(found.stage), start: await startForm(context) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm({ request, context, ofRecord: true }, suggestionForm, async ({ api, value, key }) => {
    const found = await loadOpportunityFor("update", context, id);
    await suggestOffer(api, id, value, { key, timeZone: zoneOf(found) });
    return { location: opportunityPath(id), toast: textsAt(found.stage).toast };
  });
}

/** What the page says, which at the stage of an offer that is out records what the seller wants in its place. */
function textsAt(stage: string) {
  if (stage === "offer_sent")
    return {
      title: "Record a counter-offer",
      subtitle:
        "What the seller wants instead. The client sees price, expiry and terms in the portal and answers there.",
      send: "Record counter-offer",
      toast: "Counter-offer recorded. The client sees it in the portal.",
    };
  return {
    title: "Suggest an offer",
    subtitle:
      stage === "offer_suggeted"
        ? "The client sees price, expiry and terms in the portal, and approves them or asks for changes."
        : "Update the stage to “Offer suggested” first.",
    send: "Suggest offer",
    toast: "Offer suggested. The client sees it in the portal.",
  };
}

export default function SuggestOffer({ loaderData, actionData }: Route.ComponentProps) {
  const { item, timeZone, typed, texts, start } = loaderData;
  return (
    <OpportunityPage item={item} title={texts.title} subtitle={texts.subtitle}>
      <RecordForm
        id="suggestion"
        schema={suggestionForm}
        start={start}
        reply={actionData}
        initial={typed}
        send={texts.send}
        cancel={opportunityPath(item.id)}
      >
        {(fields) => {
          const { amount, currency } = fields.price.getFieldset();
          return (
            <>
              <input type="hidden" name={fields.replaces.name} value={typed.replaces} />
              <MoneyField amount={amount} currency={currency} label="Price" currencies={currencyChoices(typed.price)} />
              <TextField
                field={fields.expiresAt}
                label="Answer by"
                optional
                type="datetime-local"
                hint={`Must be in the future. In the property's time zone (${timeZone.replaceAll("_", " ")}).`}
              />
              <TextArea field={fields.terms} label="Terms" optional />
              <TextArea field={fields.termsEs} label="Terms in Spanish" hint={noSpanish} optional />
            </>
          );
        }}
      </RecordForm>
    </OpportunityPage>
  );
}
