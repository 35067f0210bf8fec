import { FormRefusal, recordVersion, startChange, submitForm } from "../forms/forms.server.ts";
import { atTime, onDay, RecordForm } from "../forms/forms.tsx";
import { recordId } from "../session/session.server.ts";
import { localTimeOf } from "../ui/clock.server.ts";
import { TextField } from "../ui/fields.tsx";
import type { useSchemaForm } from "../ui/form.tsx";
import { MoneyField } from "../ui/money-field.tsx";
import { currencyChoices, typedMoney } from "../ui/money-values.ts";
import type { Route } from "./+types/terms";
import { type TypedTerms, termsForm } from "./deal-terms.ts";
import { loadOpportunityFor, shownItem, zoneOf } from "./load-opportunity.server.ts";
import { findOpportunity } from "./opportunities.server.ts";
import { OpportunityChange } from "./opportunity-change.tsx";
import { wayBack } from "./opportunity-list.ts";
import type { FoundOpportunity } from "./opportunity-resources.server.ts";
import { changeTerms } from "./opportunity-writes.server.ts";

export { OpportunityChangeError as ErrorBoundary } from "./opportunity-change.tsx";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("update", context, params.opportunityId);
  return {
    item: shownItem(found),
    offer: found.latestOffer?.state ?? null,
    isClosed: found.stage === "closed",
    currencies: currencyChoices(found.latestOffer?.price ?? null),
    timeZone: zoneOf(found),
    back: wayBack(url, found.id).back,
    ...(await startChange(context, found, typedOf)),
  };
}

function typedOf(found: FoundOpportunity) {
  const { latestOffer: offer, inspectionsDueOn, closingOn } = found;
  return {
    offerPrice: typedMoney(offer?.price ?? null),
    offerExpiresAt: offer?.expiresAt ? localTimeOf(offer.expiresAt, zoneOf(found)) : "",
    acceptedPrice: typedMoney(offer?.acceptedPrice ?? null),
    acceptedOn: offer?.acceptedOn ?? "",
    inspectionsDueOn: inspectionsDueOn ?? "",
    closingOn: closingOn ?? "",
  };
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm(
    { request, context },
    termsForm,
    async ({ api, value, ...terms }) => {
      const found = await loadOpportunityFor("update", context, id);
      requireKept(found, value);
      await changeTerms(api, id, value, { ...terms, timeZone: zoneOf(found) });
      return { location: wayBack(url, id).back, toast: "Price and dates saved." };
    },
    async (api) => recordVersion(await findOpportunity(api, id), typedOf),
  );
}

/** What was agreed can be corrected, and not be taken away. @throws FormRefusal beside the fields that were emptied */
function requireKept({ latestOffer }: FoundOpportunity, value: TypedTerms): void {
  const isOut = latestOffer?.state === "sent";
  const isAccepted = latestOffer?.state === "accepted";
  const fieldErrors = {
    ...(isOut && value.offerPrice === null && { "offerPrice.amount": ["Enter the offer."] }),
    ...(isAccepted && value.acceptedPrice === null && { "acceptedPrice.amount": ["Enter the agreed price."] }),
    ...(isAccepted && value.acceptedOn === null && { acceptedOn: ["Enter when the offer was accepted."] }),
  };
  if (Object.keys(fieldErrors).length > 0) throw new FormRefusal({ fieldErrors, status: 400 });
}

const compared = {
  "offerPrice.amount": "Offer",
  offerExpiresAt: atTime("Offer expires"),
  "acceptedPrice.amount": "Agreed price",
  acceptedOn: onDay("Accepted on"),
  inspectionsDueOn: onDay("Inspections due"),
  closingOn: onDay("Closing"),
};

export default function EditTerms({ loaderData, actionData }: Route.ComponentProps) {
  const { item, back, initial, start } = loaderData;
  return (
    <OpportunityChange item={item} title="Edit price and dates" subtitle="The stage stays as it is." back={back}>
      <RecordForm
        id="terms"
        schema={termsForm}
        start={start}
        initial={initial}
        reply={actionData}
        compared={compared}
        send="Save price and dates"
        cancel={back}
      >
        {(fields) => <TermsFieldset {...loaderData} fields={fields} />}
      </RecordForm>
    </OpportunityChange>
  );
}

type TermsFieldsetProps = Route.ComponentProps["loaderData"] & {
  fields: ReturnType<typeof useSchemaForm<typeof termsForm>>[1];
};

/** What was agreed, as far as there is an offer, and the days of the deal. */
function TermsFieldset({ fields, offer, isClosed, timeZone, currencies }: TermsFieldsetProps) {
  return (
    <>
      {offer === "sent" ? <OpenOffer fields={fields} timeZone={timeZone} currencies={currencies} /> : null}
      {offer === "accepted" ? <AcceptedOffer fields={fields} currencies={currencies} /> : null}
      <TextField field={fields.inspectionsDueOn} label="Inspections due" type="date" optional />
      <TextField
        field={fields.closingOn}
        label={isClosed ? "Closed on" : "Planned closing"}
        type="date"
        optional={!isClosed}
      />
    </>
  );
}

function OpenOffer({ fields, timeZone, currencies }: Pick<TermsFieldsetProps, "fields" | "timeZone" | "currencies">) {
  const { amount, currency } = fields.offerPrice.getFieldset();
  return (
    <>
      <MoneyField label="Offer" currencies={currencies} amount={amount} currency={currency} />
      <TextField
        field={fields.offerExpiresAt}
        label="Offer expires"
        optional
        type="datetime-local"
        hint={`Must be in the future. In the property's time zone (${timeZone.replaceAll("_", " ")}).`}
      />
    </>
  );
}

function AcceptedOffer({ fields, currencies }: Pick<TermsFieldsetProps, "fields" | "currencies">) {
  const { amount, currency } = fields.acceptedPrice.getFieldset();
  return (
    <>
      <MoneyField label="Agreed price" currencies={currencies} amount={amount} currency={currency} />
      <TextField field={fields.acceptedOn} label="Accepted on" type="date" hint="Today or within the past year." />
    </>
  );
}
