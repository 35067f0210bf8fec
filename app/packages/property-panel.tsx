import { messageLink } from "../clients/client-links.ts";
import { LinkButton } from "../ui/button.tsx";
import { type Fact, FactList } from "../ui/fact-list.tsx";
import { Icon } from "../ui/icon.tsx";
import { EmptyState } from "../ui/notice.tsx";
import { formatMoney, formatNumber } from "../ui/number-format.ts";
import { Sheet } from "../ui/page.tsx";
import { CompValueLines } from "./comp-value-lines.tsx";
import type { PackageFacts } from "./package.ts";
import { Schools } from "./schools.tsx";

type Facts = Pick<
  PackageFacts,
  | "lotSize"
  | "garages"
  | "yearBuilt"
  | "mlsNumber"
  | "hoa"
  | "remarks"
  | "beds"
  | "baths"
  | "sqft"
  | "area"
  | "houseType"
  | "schools"
  | "listPrice"
  | "compValue"
  | "compOverride"
> & { readonly listingAgent: (NonNullable<PackageFacts["listingAgent"]> & { readonly call: string | null }) | null };

type PropertyPanelProps = {
  facts: Facts;
  /** Where facts are entered; null for those who may not. */
  edit: string | null;
};

/** All facts about a property; where none is known, the way to enter some. */
export function PropertyPanel({ facts, edit }: PropertyPanelProps) {
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
    { label: "List price", value: listPrice === null ? null : formatMoney(listPrice.currency, listPrice.amount) },
    {
      label: "Comp. value",
      value: compValue === null ? null : <CompValueLines {...compValue} note={compOverride?.note ?? null} />,
    },
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
      value: schools.length === 0 ? null : <Schools schools={schools} />,
    },
    ...(mlsNumber === undefined ? [] : [{ label: "MLS number", value: mlsNumber }]),
    ...(remarks === undefined ? [] : [{ label: "Remarks", long: remarks !== null, value: remarks }]),
    {
      label: "Listing agent",
      value: listingAgent === null ? null : <Agent {...listingAgent} />,
    },
  ];
  const known = shown.filter(({ value }) => value !== null);
  // The head of the page has these.
  const hasRooms = [beds, baths, sqft].some((figure) => figure !== null);
  if (known.length === 0 && !hasRooms)
    return (
      <Sheet title="Details">
        <EmptyState action={edit === null ? null : <LinkButton href={edit}>Add details</LinkButton>}>
          Only the address is known. Add list price, beds and baths to see which clients it fits.
        </EmptyState>
      </Sheet>
    );
  return (
    <Sheet title="Details" action={edit === null ? null : <EditDetails href={edit} />}>
      {known.length === 0 ? <EmptyState>Nothing more is known.</EmptyState> : <FactList facts={known} />}
    </Sheet>
  );
}

function EditDetails({ href }: { href: string }) {
  return (
    <LinkButton href={href} look="quiet only" aria-label="Edit details" title="Edit details">
      <Icon name="edit" />
    </LinkButton>
  );
}

function figure(value: number | null, unit = ""): string | null {
  return value === null ? null : formatNumber(value) + unit;
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
