import type { ColumnOrder } from "../ui/data-table.tsx";
import type { Choice } from "../ui/options.tsx";
import type { Obeys } from "./list-filters.ts";

/** The two orders of one column, by their values in the URL. */
export interface OrdersOfColumn<Value extends string> {
  readonly ascending: Value;
  readonly descending: Value;
  /** What the heading's link sorts by unless the list is sorted by that already. */
  readonly first: "ascending" | "descending";
}

/** Orders of columns, by their headings. */
export type ShownOrders = Readonly<Record<string, ColumnOrder>>;

interface PresentOrder<Value extends string> {
  /** The service's names by the values in the URL. */
  readonly names: Readonly<Record<Value, string>>;
  /** The present order. */
  readonly sort: Value | null;
  readonly obeys: Obeys;
}

interface Offered<Value extends string> extends PresentOrder<Value> {
  readonly hrefOf: (sort: Value) => string;
}

/** The links in the headings of those columns by which the service can sort. */
export function columnOrders<Value extends string>(
  columns: Readonly<Record<string, OrdersOfColumn<Value>>>,
  { names, sort, obeys, hrefOf }: Offered<Value>,
): ShownOrders {
  const offered = Object.entries(columns).filter(([, { ascending, descending }]) =>
    [ascending, descending].every((value) => obeys(`sort=${names[value]}`)),
  );
  return Object.fromEntries(
    offered.map(([head, column]): [string, ColumnOrder] => {
      const direction = sort === column.ascending ? "ascending" : sort === column.descending ? "descending" : null;
      const opposite = direction === "ascending" ? "descending" : "ascending";
      return [head, { href: hrefOf(column[direction === null ? column.first : opposite]), direction }];
    }),
  );
}

/** The present order as a choice of its own where the usual ones do not have it, so that a form keeps it. */
export function withPresentOrder<Value extends string>(
  usual: readonly Choice[],
  { names, sort, obeys }: PresentOrder<Value>,
): readonly Choice[] {
  const isUsual = sort === null || usual.some(({ value }) => value === sort);
  return isUsual || !obeys(`sort=${names[sort]}`) ? usual : [...usual, { value: sort, label: "Current order" }];
}
