import { callLink, messageLink, showPhone } from "../clients/client-links.ts";
import { FactList } from "../ui/fact-list.tsx";
import { formatMoney, formatNumber } from "../ui/number-format.ts";
import { Sheet } from "../ui/page.tsx";
import { type DueOffer, OfferDue } from "./offer-due.tsx";
import type { PackageFacts } from "./package.ts";

type Facts = Pick<
  PackageFacts,
  "beds" | "baths" | "sqft" | "lotSize" | "garages" | "area" | "schools" | "listPrice" | "listingAgent"
>;

type PropertyPanelProps = { facts: Facts; offerDue: DueOffer | null };

/** Everything that is known about a property. */
export function PropertyPanel({ facts, offerDue }: PropertyPanelProps) {
  const { beds, baths, sqft, lotSize, garages, area, schools, listPrice, listingAgent } = facts;
  return (
    <Sheet title="Property">
      <FactList
        facts={[
          { label: "Offers due", long: true, value: offerDue === null ? null : <OfferDue due={offerDue} /> },
          { label: "List price", value: listPrice === null ? null : formatMoney(listPrice.currency, listPrice.amount) },
          { label: "Beds", value: figure(beds) },
          { label: "Baths", value: figure(baths) },
          { label: "Sqft", value: figure(sqft) },
          { label: "Lot size", value: figure(lotSize, " sqft") },
          { label: "Garages", value: figure(garages) },
          { label: "Area", value: area },
          { label: "Schools", long: true, value: schools.length === 0 ? null : schools.map(toLink) },
          { label: "Listing agent", long: true, value: listingAgent === null ? null : <Agent {...listingAgent} /> },
        ]}
      />
    </Sheet>
  );
}

function figure(value: number | null, unit = ""): string | null {
  return value === null ? null : formatNumber(value) + unit;
}

function toLink({ name, url }: Facts["schools"][number]) {
  return (
    <div key={name + url}>
      {url === null || !/^https?:\/\//.test(url) ? (
        name
      ) : (
        <a className="link" href={url} rel="noreferrer">
          {name}
        </a>
      )}
    </div>
  );
}

function Agent({ name, email, phoneNumber }: NonNullable<Facts["listingAgent"]>) {
  const mail = email === null ? null : messageLink(email);
  const call = phoneNumber === null ? null : callLink(phoneNumber);
  return (
    <>
      <div>{name}</div>
      {email === null ? null : <div className="small">{mail === null ? email : <a href={mail}>{email}</a>}</div>}
      {phoneNumber === null ? null : (
        <div className="small num">
          {call === null ? showPhone(phoneNumber) : <a href={call}>{showPhone(phoneNumber)}</a>}
        </div>
      )}
    </>
  );
}
