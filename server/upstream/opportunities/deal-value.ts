/** What a deal comes to: the offer that is out or accepted, or else the list price of its property. */
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { offers, packages } from "../tables.ts";

/** SQL of the amount and the currency of a deal's offer that is out or accepted. @param opportunityId SQL of the deal's id */
export function standingOffer(opportunityId: SQLWrapper): SQL {
  return sql`select coalesce(${offers.acceptedPriceAmount}, ${offers.priceAmount}) as amount,
      coalesce(${offers.acceptedPriceCurrency}, ${offers.priceCurrency}) as currency
    from ${offers} where ${offers.opportunityId} = ${opportunityId} and ${offers.state} in ('sent', 'accepted')
    order by ${offers.sentAt} desc, ${offers.id} desc limit 1`;
}

/** SQL of what a deal comes to, where `standingOffer` is joined as `offer`, and the packages are. */
export const dealAmount = {
  amount: sql`coalesce(offer.amount, ${packages.listPriceAmount})`,
  currency: sql`coalesce(offer.currency, ${packages.listPriceCurrency})`,
};
