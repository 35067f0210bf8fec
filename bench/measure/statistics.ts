/** What is said about several runs of one thing: the middle, and how far the runs lay apart. */

export interface Summary {
  median: number;
  lowest: number;
  highest: number;
  /** (highest − lowest) ÷ median, as a share of 1; 0 when the median is 0. */
  spread: number;
}

/** Gives the value at a share (0 to 1) of the sorted values, interpolated. @throws when there is none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error("No values to take a quantile of.");
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Sums up the runs of one thing. @throws when there are none. */
export function summarise(values: readonly number[]): Summary {
  const middle = median(values);
  const lowest = quantile(values, 0);
  const highest = quantile(values, 1);
  return { median: middle, lowest, highest, spread: middle === 0 ? 0 : (highest - lowest) / Math.abs(middle) };
}
