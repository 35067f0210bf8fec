import { href } from "react-router";
import { packagePath } from "../record-paths.ts";
import { Avatar } from "../ui/avatar.tsx";
import type { Column } from "../ui/data-table.tsx";
import { formatCount, formatMoney, formatNumber, formatRoundedMoney } from "../ui/number-format.ts";
import { Photo } from "../ui/photo.tsx";
import { State } from "../ui/tag.tsx";
import { OfferDue } from "./offer-due.tsx";
import { type EditedField, editFieldPath, pairingPath, pricePath } from "./package-list.ts";
import type { PackageRow } from "./package-row.ts";

/** What stands in the cells of the list of properties. */

type Cell = (row: PackageRow) => ReturnType<Column<PackageRow>["cell"]>;

/** Left out of cards. */
const unknown = <span className="nil">—</span>;

/** A value, or a dash with a link to add it for those who may. */
export function orAdd(
  what: string,
  field: EditedField,
  value: (row: PackageRow) => string | null,
  className?: string,
): Cell {
  return (row) => {
    const text = value(row);
    if (text !== null) return className === undefined ? text : <span className={className}>{text}</span>;
    if (!row.canUpdate) return unknown;
    return <AddLink href={editFieldPath(row.id, field)} label={`Add ${what}`} />;
  };
}

export const figure = (value: number | null, unit = ""): string | null =>
  value === null ? null : `${formatNumber(value)} ${unit}`.trim();

/** "Adams Elementary +2" */
export function firstOf([first, ...more]: readonly string[]): string | null {
  if (first === undefined) return null;
  return more.length === 0 ? first : `${first} +${more.length}`;
}

/** Photo and address, and how well it fits the client whom the list names. */
export function PropertyCell({ id, street, place, photo, fit }: PackageRow) {
  return (
    <div className="who">
      <Photo picture={photo} />
      <div>
        <a className="row-link two" href={packagePath(id)} title={street}>
          {street}
        </a>
        {place === "" ? null : <div className="muted small">{place}</div>}
        {fit === null ? null : <div className="muted small">{fit}</div>}
      </div>
    </div>
  );
}

/** The list price, which is changed from here. @param query of `changeQuery`; null while rows are being chosen */
export function PriceCell({ id, listPrice, canUpdate, query }: PackageRow & { query: string | null }) {
  const price = listPrice === null ? null : formatMoney(listPrice.currency, listPrice.amount);
  if (!canUpdate || query === null) return price ?? unknown;
  const path = pricePath(id, query);
  if (price === null) return <AddLink href={path} label="Add list price" />;
  return (
    <a className="link change" href={path}>
      {price}
      <span className="vh">: change list price</span>
    </a>
  );
}

/** The first client and how many more there are, or a dash with a link to add one. */
export function ClientCell({ id, client, moreClients, canUpdate, canPair }: PackageRow & { canPair: boolean }) {
  if (client === null) return canUpdate && canPair ? <AddLink href={pairingPath(id)} label="Add a client" /> : unknown;
  return (
    <div className="who">
      <Avatar name={client.name} picture={client.picture} />
      <div>
        <div className="line">
          {client.name}
          {moreClients > 0 ? ` +${moreClients}` : null}
        </div>
        <div className="muted small">{client.email}</div>
      </div>
    </div>
  );
}

/** The comp. value and what it is based on, or a dash with a link to add a comparable. */
export function CompCell({ id, compValue, canUpdate }: PackageRow) {
  if (compValue === null) {
    if (!canUpdate) return unknown;
    return <AddLink href={href("/packages/:packageId/comparables/new", { packageId: id })} label="Add a comparable" />;
  }
  return (
    <span title={compValue.isOverride ? "Override" : `Of ${formatCount(compValue.count, "comparable")}`}>
      {formatRoundedMoney(compValue.currency, Number(compValue.amount))}
    </span>
  );
}

/** The deadline, or a dash with a link to add one. */
export function DueCell({ id, offerDue, isSold, canUpdate }: PackageRow) {
  if (isSold) return <State tone="on">Sold</State>;
  if (offerDue !== null) return <OfferDue due={offerDue} />;
  if (!canUpdate) return unknown;
  return <AddLink href={editFieldPath(id, "offerDue")} label="Add an offer deadline" />;
}

/** A dash; its look says "Add" to whoever points at the row. */
function AddLink({ href, label }: { href: string; label: string }) {
  return (
    <a className="add clicks" href={href} aria-label={label}>
      —
    </a>
  );
}
