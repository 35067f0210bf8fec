const plain = new Intl.NumberFormat("en-US");

/** A number as the reader writes it: 1,840 or 2.5. */
export function formatNumber(value: number): string {
  return plain.format(value);
}

/**
 * Money as `CURRENCY amount`, for example "USD 850,000". `amount` is a decimal string, which may hold more digits than a
 * number can; what is not a decimal is shown as it stands.
 */
export function formatMoney(currency: string, amount: string): string {
  const parts = /^(-?)0*(\d+)(?:\.(\d+?))?0*$/.exec(amount);
  if (parts === null) return `${currency} ${amount}`;
  const [, sign = "", whole = "0", fraction = ""] = parts;
  const cents = /[1-9]/.test(fraction) ? `.${fraction.padEnd(2, "0")}` : "";
  return `${currency} ${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${cents}`;
}

/** "1 client", "2 clients"; `many` where adding an s is wrong. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
