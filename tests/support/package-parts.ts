/** What belongs to a package, made by the forms. */
import type { Visitor } from "./visitor.ts";

/** What an estimate cannot do without. */
export const leastCosts = { price: "865000", downPaymentPercent: "20", ratePercent: "6.5", termYears: "30" };

/** Estimates the costs of a package and keeps the estimate as a template, by the forms. Gives the template's id. */
export async function createTemplate(
  visitor: Visitor,
  packageId: string,
  costs: Readonly<Record<string, string>>,
  template: Readonly<Record<string, string>>,
): Promise<string> {
  const path = `/packages/${packageId}/costs`;
  await visitor.open(`${path}/edit`);
  await visitor.submitOnly({ ...leastCosts, ...costs }, { button: "Save estimate" });
  await visitor.open(`${path}/templates/new`);
  await visitor.submit(template, { button: "Save template" });
  const { document } = visitor.page;
  const row = document.querySelectorAll("main li").find(({ text }) => text.includes(template.name ?? ""));
  const [, id] = /template=([0-9a-f-]{36})/.exec(row?.innerHTML ?? "") ?? [];
  if (id === undefined) throw new Error(`No template was made: ${visitor.page.text.slice(0, 300)}`);
  return id;
}

/** Makes a link to a package by the form and gives its id. */
export async function createLink(
  visitor: Visitor,
  packageId: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  await visitor.open(`/packages/${packageId}/shares/new`);
  const { url } = await visitor.submit(fields, { button: "Create link" });
  const [, id] = /\/shares\/([0-9a-f-]{36})$/.exec(url.pathname) ?? [];
  if (id === undefined) throw new Error(`No link was made: ${visitor.page.text.slice(0, 300)}`);
  return id;
}
