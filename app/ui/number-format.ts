const plain = new Intl.NumberFormat("en-US");

/** A number as the reader writes it: 1,840 or 2.5. */
export function formatNumber(value: number): string {
  return plain.format(value);
}

/** Money as people read it: "$850,000", "EUR 850,000". @param amount a decimal string, with more digits than a number can hold */
export function formatMoney(currency: string, amount: string): string {
  return withCurrency(currency, formatAmount(amount));
}

/** Money without cents, for a computed amount that is not exact: "$884,222". */
export function formatRoundedMoney(currency: string, amount: number): string {
  return formatMoney(currency, String(Math.round(amount)));
}

/** Money in few characters, for sums: "$19.4M", "CAD 80K". @param amount a decimal string */
export function formatShortMoney(currency: string, amount: string): string {
  return withCurrency(
    currency,
    Number(amount).toLocaleString("en-US", { notation: "compact", maximumFractionDigits: 1 }),
  );
}

/** Money with the code of its currency, US dollars included: "USD 850,000". */
export function formatMoneyWithCode(currency: string, amount: string): string {
  return `${currency} ${formatAmount(amount)}`;
}

/** An amount that is formatted already, with its currency: "$1,000", "-$1,000", "EUR 1,000". */
export function withCurrency(currency: string, amount: string): string {
  return currency === "USD" && /\d/.test(amount) ? amount.replace(/^[-−]?/, "$&$$") : `${currency} ${amount}`;
}

/** "850,000", "0.50"; what is not a decimal is returned unchanged. */
function formatAmount(amount: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (parts === null) return amount;
  const [, sign = "", digits = "", fraction = ""] = parts;
  const cents = /[1-9]/.test(fraction) ? `.${fraction.replace(/(?<!0)0+$/, "").padEnd(2, "0")}` : "";
  return sign + groupThousands(digits.replace(/^0+(?=\d)/, "")) + cents;
}

/** "850,000". @param digits as many as there are, without a sign */
export function groupThousands(digits: string): string {
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(",");
}

/** "1 client", "2 clients"; `many` where adding an s is wrong. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
