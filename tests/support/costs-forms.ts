/** The forms about what buying a property costs. */

import { randomUUID } from "node:crypto";
import type { AgentForm, SeededAgent } from "./form-types.ts";
import { createTemplate, leastCosts } from "./package-parts.ts";
import type { Visit, Visitor } from "./visitor.ts";

const tag = (): string => randomUUID().slice(0, 8);

function costs(): Readonly<Record<string, string>> {
  const housing = { propertyTaxYearly: "9845.00", insuranceYearly: "1800.00", hoaMonthly: "350.00", escrowMonths: "3" };
  const more = { originationPercent: "1", services: "Survey 400.00", others: "Warranty 575.00", deposit: "25000.00" };
  const words = { "sources.loan": `Bank ${tag()}`, "sources.credits": `Agreement ${tag()}` };
  return { ...leastCosts, price: "865000.00", ...housing, ...more, adjustments: "-12.50", ...words };
}

export const costsForms: readonly AgentForm[] = [
  {
    pattern: "/packages/:packageId/costs/edit",
    button: "Save estimate",
    does: "changes",
    typed: costs,
    open: (visitor, { packageId }) => visitor.open(`/packages/${packageId}/costs/edit`),
  },
  {
    pattern: "/packages/:packageId/costs/templates/new",
    button: "Save template",
    does: "makes",
    typed: () => ({ name: `Rates ${tag()}` }),
    open: (visitor, { packageId }) => visitor.open(`/packages/${packageId}/costs/templates/new`),
  },
  {
    pattern: "/packages/:packageId/costs/templates/:templateId/edit",
    button: "Save name",
    does: "changes",
    typed: () => ({ name: `Rates ${tag()}` }),
    open: (visitor, { packageId, templateId }) =>
      visitor.open(`/packages/${packageId}/costs/templates/${templateId}/edit`),
  },
  {
    pattern: "/packages/:packageId/costs/templates/:templateId/removal",
    button: "Remove template",
    does: "changes",
    typed: () => ({}),
    open: openTemplateRemoval,
  },
];

async function openTemplateRemoval(visitor: Visitor, { packageId }: SeededAgent): Promise<Visit> {
  const id = await createTemplate(visitor, packageId, {}, { name: `Rates ${tag()}` });
  return visitor.open(`/packages/${packageId}/costs/templates/${id}/removal`);
}
