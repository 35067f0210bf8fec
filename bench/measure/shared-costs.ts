import { createLink, createTemplate } from "#tests/support/package-parts.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { enter } from "./product.ts";

/** Estimates what the package costs, keeps that as a template, and makes a link to the package. */
export async function shareCosts(origin: string, packageId: string) {
  const visitor = new Visitor(origin);
  try {
    await enter(visitor);
    const templateId = await createTemplate(visitor, packageId, measuredCosts, {
      name: `Rates ${crypto.randomUUID()}`,
    });
    const shareId = await createLink(visitor, packageId, { label: "For whoever measures", includesUnfiled: "on" });
    const address = visitor.page.document.querySelector("input[aria-label=Link]")?.getAttribute("value") ?? "";
    return { parameters: { templateId, shareId }, token: address.split("/").at(-1) ?? "" };
  } finally {
    await visitor.close();
  }
}

/** An estimate with something in every part. */
const measuredCosts = {
  closingOn: "2031-04-15",
  propertyTaxPercent: "1.1",
  insuranceYearly: "1800",
  hoaMonthly: "350",
  originationPercent: "1",
  pointsPercent: "0.5",
  services: "Appraisal 650\nTitle insurance 2400.50\nSurvey 400",
  recordingFees: "225",
  transferTaxPercent: "1.28",
  prepaidInsuranceMonths: "12",
  escrowMonths: "3",
  others: "Home warranty 575",
  deposit: "25000",
  "sources.lender": "Quote of First Bank, March 3",
};
