import * as z from "zod/mini";
import { releasedAttributes } from "../client-pages/released.ts";
import { checkbox } from "../ui/form-values.ts";

/** What clients see of a property beyond its facts, photos and documents: a switch for each part. */

const onOff = z.boolean();

export const releaseAttributes = {
  costs: onOff,
  findings: onOff,
  comparables: onOff,
  /** What they see with every switch on. */
  preview: z.object(releasedAttributes),
};

export const releaseForm = z.object({ costs: checkbox(), findings: checkbox(), comparables: checkbox() });
export type TypedRelease = z.output<typeof releaseForm>;

/** The labels of the switches. */
export const releaseLabels = {
  costs: "Estimated costs",
  findings: "Inspection findings",
  comparables: "Comparables",
} as const;

/** The first values of the form. */
export function typedRelease({ costs, findings, comparables }: TypedRelease) {
  const tick = (isOn: boolean) => (isOn ? "on" : "");
  return { costs: tick(costs), findings: tick(findings), comparables: tick(comparables) };
}
