import { phoneText } from "../../spelling/phone-text.ts";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { type Fact, FactList } from "../ui/fact-list.tsx";
import { Icon } from "../ui/icon.tsx";
import { messageLink } from "../ui/mail-link.ts";
import { EmptyState } from "../ui/notice.tsx";
import { formatMoney, formatRoundedMoney } from "../ui/number-format.ts";
import { Sheet } from "../ui/page.tsx";
import type { PackageFacts } from "./package.ts";

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
> & {
  readonly listingAgent:
    | (Omit<NonNullable<PackageFacts["listingAgent"]>, "profilePhotoUrl"> & {
        readonly call: string | null;
        /** On our own server. */
        readonly picture: string | null;
      })
    | null;
};

type PropertyPanelProps = {
  facts: Facts;
  /** Where facts are entered; null for those who may not. */
  edit: string | null;
};

/** What there is to know about a property besides what its head says; where nothing is known, the way to enter some. */
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
    listingAgent,
  } = facts;
  const shown: readonly Fact[] = [
    { label: "List price", value: listPrice === null ? null : formatMoney(listPrice.currency, listPrice.amount) },
    {
      label: "Comp. value",
      value: compValue === null ? null : formatRoundedMoney(compValue.currency, Number(compValue.amount)),
    },
    ...(hoa === undefined
      ? []
      : [{ label: "HOA a month", value: hoa === null ? null : formatMoney(hoa.currency, hoa.amount) }]),
    {
      label: "Schools",
      value: schools.length === 0 ? null : <Schools schools={schools} />,
    },
    ...(mlsNumber === undefined ? [] : [{ label: "MLS number", value: mlsNumber }]),
    ...(remarks === undefined
      ? []
      : [{ label: "Remarks", long: remarks !== null, value: remarks && <Remarks text={remarks} /> }]),
    {
      label: "Listing agent",
      value: listingAgent === null ? null : <Agent {...listingAgent} />,
    },
  ];
  const known = shown.filter(({ value }) => value !== null);
  // The head of the page has these.
  const heads = [beds, baths, sqft, lotSize, garages, yearBuilt, area, houseType];
  if (known.length === 0 && heads.every((fact) => fact == null))
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

/** So many characters are about two lines. */
const shortRemarks = 80;

/** What was remarked; of long texts the beginning, which unfolds. */
function Remarks({ text }: { text: string }) {
  if (text.length <= shortRemarks) return text;
  return (
    <details>
      <summary className="two whitespace-pre-line in-open:[-webkit-line-clamp:none]">{text}</summary>
    </details>
  );
}

function Agent({ name, email, phoneNumber, call, picture }: NonNullable<Facts["listingAgent"]>) {
  const mail = email === null ? null : messageLink(email);
  return (
    <>
      <div className="who">
        {picture === null ? null : <Avatar name={name} picture={picture} />}
        <div>{name}</div>
      </div>
      {email === null ? null : <div className="small">{mail === null ? email : <a href={mail}>{email}</a>}</div>}
      {phoneNumber === null ? null : (
        <div className="small num">
          {call === null ? phoneText(phoneNumber) : <a href={call}>{phoneText(phoneNumber)}</a>}
        </div>
      )}
    </>
  );
}

/** The schools of a property, a line each; a link where the service gave a web address. */
function Schools({ schools }: Pick<PackageFacts, "schools">) {
  return schools.map(({ name, url }) => (
    <div key={name + url}>
      {url === null || !/^https?:\/\//.test(url) ? (
        name
      ) : (
        <a className="link" href={url} rel="noreferrer">
          {name}
        </a>
      )}
    </div>
  ));
}
