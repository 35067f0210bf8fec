/** Thousands by commas or spaces, also the Indian way ("12,34,567"); never a group that could be a decimal part. */
const decimal = /^-?(?:\d+|[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}|[1-9]\d{0,2}(?:\s\d{3})+)(?:\.\d+)?$/;

/**
 * A typed number as a plain decimal: "1,840.50" is "1840.50", "−5" is "-5". Null for what is none, or may be another than
 * was meant: "2,5" is two and a half to some.
 */
export function plainDecimal(typed: string): string | null {
  const text = typed.trim().replace("\u2212", "-");
  return decimal.test(text) ? text.replace(/[,\s]/g, "") : null;
}
