/** What the connected service does not offer of a list. */
export interface Lacking {
  /** As the calls name it: "filter[search]", "sort=-updated_at". */
  readonly features: readonly string[];
  /** The line that says so; null where it offers everything. */
  readonly sentence: string | null;
}

/** Whether the service does not offer a parameter, or one value of it. */
export function isLacking({ features }: Lacking, parameter: string): boolean {
  return features.some((feature) => feature === parameter || feature.startsWith(`${parameter}=`));
}
