import * as z from "zod/mini";
import { formatMoney, formatNumber } from "../ui/number-format.ts";
import type { ImportKind } from "./import-kind.ts";

/** What will be stored of a row, in lines of its page: "Budget: $450,000". Apart from these, which have places of their own. */
const named = new Set(["row", "name", "email", "phone", "street"]);

export function detailsOf({ fields }: ImportKind, details: Readonly<Record<string, unknown>>): string[] {
  // A database keeps no order of names; values of several fields come last.
  const names = new Set([...Object.keys(fields), ...Object.keys(details)]);
  return [...names].flatMap((name) => {
    const value = details[name];
    const said = named.has(name) ? "" : textOf(value);
    return said === "" ? [] : [`${fields[name]?.label ?? headingOf(name)}: ${said}`];
  });
}

/** Several fields of a form may be one value of a record: "agreement" is "Agreement". */
function headingOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A value of a row or of a record, as people read it. */
export function sayValue(value: unknown): string {
  return textOf(typeof value === "number" ? formatNumber(value) : value) || "nothing";
}

const money = z.strictObject({ amount: z.string(), currency: z.string() });

const period = z.object({ startsOn: z.string(), endsOn: z.string() });

function textOf(value: unknown): string {
  const days = period.safeParse(value);
  if (days.success) return `${days.data.startsOn} to ${days.data.endsOn}`;
  const price = z.safeParse(money, value);
  if (price.success) return formatMoney(price.data.currency, price.data.amount);
  if (Array.isArray(value)) return value.map(textOf).join("; ");
  if (typeof value === "object" && value !== null) return Object.values(value).map(textOf).filter(Boolean).join(" ");
  return value === null || value === undefined ? "" : String(value);
}
