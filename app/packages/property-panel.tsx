import { messageLink } from "../clients/client-links.ts";
import { LinkButton } from "../ui/button.tsx";
import { formatDay } from "../ui/date-format.ts";
import { type Fact, FactList } from "../ui/fact-list.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatMoney, formatNumber, formatRoundedMoney } from "../ui/number-format.ts";
import { Sheet } from "../ui/page.tsx";
import type { DueOffer } from "./offer-deadline.ts";
import { OfferDue } from "./offer-due.tsx";
import type { CompValue, PackageFacts } from "./package.ts";
import { Schools } from "./schools.tsx";

type Facts = Pick<
  PackageFacts,
  | "beds"
  | "baths"
  | "sqft"
  | "lotSize"
  | "garages"
  | "yearBuilt"
  | "mlsNumber"
  | "hoa"
  | "remarks"
  | "area"
  | "houseType"
  | "schools"
  | "listPrice"
  | "compValue"
  | "compOverride"
  | "isForSale"
> & { readonly listingAgent: (NonNullable<PackageFacts["listingAgent"]> & { readonly call: string | null }) | null };

type PropertyPanelProps = {
  facts: Facts;
  offerDue: DueOffer | null;
  /** Where facts are entered; null for those who may not. */
  edit: string | null;
};

/** All facts about a property; where none is known, the way to enter some. */
export function PropertyPanel({ facts, offerDue, edit }: PropertyPanelProps) {
  const {
    beds,
    baths,
    sqft,
    lotSize,
    garages,
    yearBuilt,
    mlsNumber,
    hoa,
    remarks,
    area,
    houseType,
    schools,
    listPrice,
    compValue,
    compOverride,
    listingAgent,
  } = facts;
  const shown: readonly Fact[] = [
    {
      label: "Offers due",
      value: offerDue === null ? sayIfSold(facts) : <OfferDue withTime due={offerDue} />,
    },
    { label: "List price", value: listPrice === null ? null : formatMoney(listPrice.currency, listPrice.amount) },
    {
      label: "Comp. value",
      long: compValue !== null,
      value: compValue === null ? null : <Comp {...compValue} note={compOverride?.note ?? null} />,
    },
    { label: "Beds", value: figure(beds) },
    { label: "Baths", value: figure(baths) },
    { label: "Sqft", value: figure(sqft) },
    { label: "Lot size", value: figure(lotSize, " sqft") },
    { label: "Garages", value: figure(garages) },
    ...(yearBuilt === undefined ? [] : [{ label: "Year built", value: yearBuilt }]),
    ...(hoa === undefined
      ? []
      : [{ label: "HOA a month", value: hoa === null ? null : formatMoney(hoa.currency, hoa.amount) }]),
    { label: "Area", value: area },
    ...(houseType === undefined ? [] : [{ label: "House type", value: houseType }]),
    {
      label: "Schools",
      long: schools.length > 0,
      value: schools.length === 0 ? null : <Schools schools={schools} />,
    },
    ...(mlsNumber === undefined ? [] : [{ label: "MLS number", value: mlsNumber }]),
    ...(remarks === undefined ? [] : [{ label: "Remarks", long: remarks !== null, value: remarks }]),
    {
      label: "Listing agent",
      value: listingAgent === null ? null : <Agent {...listingAgent} />,
    },
  ];
  if (shown.every(({ value }) => value === null))
    return (
      <Sheet title="Property">
        <EmptyState action={edit === null ? null : <LinkButton href={edit}>Add details</LinkButton>}>
          Only the address is known. Add list price, beds and baths to see which clients it fits.
        </EmptyState>
      </Sheet>
    );
  return (
    <Sheet title="Property">
      <FactList facts={shown.filter(({ value }) => value !== null)} />
    </Sheet>
  );
}

function figure(value: number | null, unit = ""): string | null {
  return value === null ? null : formatNumber(value) + unit;
}

function Comp({ note, ...value }: CompValue & { note: string | null }) {
  return (
    <>
      <b className="num">{formatRoundedMoney(value.currency, Number(value.amount))}</b>
      <div className="muted small">{basisOf(value)}</div>
      {note === null ? null : <div className="small">{note}</div>}
    </>
  );
}

/** What the value is based on, and from when. */
function basisOf({ source, count, asOf }: CompValue): string {
  const day = asOf === null ? "" : formatDay(asOf);
  if (source === "override") return `Entered ${day}. Overrides the comparables.`;
  if (count === 1) return `Price per sqft of one comparable, sold ${day}.`;
  return `Median price per sqft of ${count} comparables, the newest sold ${day}.`;
}

function Agent({ name, email, phoneNumber, call }: NonNullable<Facts["listingAgent"]>) {
  const mail = email === null ? null : messageLink(email);
  return (
    <>
      <div>{name}</div>
      {email === null ? null : <div className="small">{mail === null ? email : <a href={mail}>{email}</a>}</div>}
      {phoneNumber === null ? null : (
        <div className="small num">{call === null ? phoneNumber : <a href={call}>{phoneNumber}</a>}</div>
      )}
    </>
  );
}

/** Nothing is due of a property that somebody has bought. */
function sayIfSold({ isForSale }: Pick<PackageFacts, "isForSale">): string | null {
  return isForSale === false ? "Sold" : null;
}
