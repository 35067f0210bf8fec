/** Changes an opportunity's days, and price and days of its latest offer. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { changesOf } from "../engine/history.ts";
import { moneyOf } from "../engine/money.ts";
import { conflict } from "../engine/refusal.ts";
import type { RecordWrite } from "../engine/table-routes.ts";
import { changeRecord, nextVersion } from "../engine/writing.ts";
import { type AttributeChange, offers } from "../tables.ts";
import { followDates } from "../tasks/date-tasks.ts";
import { checkDateRules, datesOfOpportunity } from "./date-rules.ts";
import { day, moment, rank } from "./inputs.ts";
import { opportunity } from "./opportunity.ts";

/** The last four are of the latest offer: two while it is out, two once it is accepted. */
export const opportunityChange = z.object({
  rank: rank.optional(),
  inspectionsDueOn: day("Inspection deadline").nullish(),
  closingOn: day("Closing date").nullish(),
  offerPrice: moneyOf("Offer").optional(),
  offerExpiresAt: moment("Expiry").nullish(),
  acceptedPrice: moneyOf("Agreed price").optional(),
  acceptedOn: day("Date of acceptance").optional(),
});
type OpportunityChange = z.output<typeof opportunityChange>;

/** @throws Refusal 400, or 409 "offer_changed" when the offer is in another state */
export async function changeOpportunity(write: RecordWrite<OpportunityChange>): Promise<void> {
  const { record, attributes } = write;
  const { offerPrice, offerExpiresAt, acceptedPrice, acceptedOn, ...own } = attributes;
  const isClosed = record.attributes.stage === "closed";
  const price = offerPrice ?? acceptedPrice;
  await checkDateRules(
    write.database,
    { id: record.id, packageId: String(record.attributes.package_id) },
    {
      priceAmount: price?.amount ?? null,
      expiresAt: offerExpiresAt ?? null,
      showingAt: null,
      acceptedOn: acceptedOn ?? null,
      // A planned day may be any.
      closedOn: isClosed ? (own.closingOn ?? null) : null,
    },
  );
  const datesBefore = await datesOfOpportunity(write.database, record.id);
  const ofOffer = await changeOffer(write);
  const listed = [...changesOf(record, own), ...ofOffer];
  if (listed.length === 0) return;
  await changeRecord(write, opportunity, "updated", own, listed);
  await followDates(write, record.id, datesBefore, await datesOfOpportunity(write.database, record.id));
}

const latest = z.object({
  price: z.json(),
  state: z.string(),
  expires_at: z.string().nullable(),
  accepted_price: z.json(),
  accepted_on: z.string().nullable(),
});

/** @returns the changes for the history */
async function changeOffer({
  database,
  record,
  attributes,
}: RecordWrite<OpportunityChange>): Promise<AttributeChange[]> {
  const { offerPrice, offerExpiresAt, acceptedPrice, acceptedOn } = attributes;
  const given = { offerPrice, offerExpiresAt, acceptedPrice, acceptedOn };
  if (Object.values(given).every((value) => value === undefined)) return [];
  const offer = latest.nullable().parse(record.attributes.latest_offer);
  const state = acceptedPrice === undefined && acceptedOn === undefined ? "sent" : "accepted";
  const isBoth = state === "accepted" && (offerPrice !== undefined || offerExpiresAt !== undefined);
  if (offer === null || offer.state !== state || isBoth)
    throw conflict("offer_changed", "The offer has been answered or withdrawn meanwhile.");
  const before = {
    offer_price: offer.price,
    offer_expires_at: offer.expires_at,
    accepted_price: offer.accepted_price,
    accepted_on: offer.accepted_on,
  };
  const changes = changesOf({ ...record, attributes: before }, given);
  if (changes.length === 0) return [];
  await database
    .update(offers)
    .set({
      ...nextVersion(offers),
      ...(offerPrice && { priceAmount: offerPrice.amount, priceCurrency: offerPrice.currency }),
      ...(offerExpiresAt !== undefined && { expiresAt: offerExpiresAt }),
      ...(acceptedPrice && {
        acceptedPriceAmount: acceptedPrice.amount,
        acceptedPriceCurrency: acceptedPrice.currency,
      }),
      ...(acceptedOn !== undefined && { acceptedOn }),
    })
    .where(
      sql`${offers.id} = (select latest.id from ${offers} as latest where latest.opportunity_id = ${record.id}
        and latest.state <> 'undone' order by latest.sent_at desc, latest.id desc limit 1)`,
    );
  return changes;
}
