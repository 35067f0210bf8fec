/** What a workspace says about itself to clients, besides its name: how each part is labeled. */
export const detailLabels = {
  description: "Description",
  phoneNumber: "Phone number",
  websiteUrl: "Website",
  brokerage: "Brokerage",
  licenseNumber: "License number",
  privacyUrl: "Privacy page",
  termsUrl: "Terms page",
} as const;

export type DetailName = keyof typeof detailLabels;

/** In the order in which they are shown. */
export const detailNames: readonly DetailName[] = [
  "description",
  "phoneNumber",
  "websiteUrl",
  "brokerage",
  "licenseNumber",
  "privacyUrl",
  "termsUrl",
];

/** Each undefined where the service does not know it, null where the workspace has none. */
export type Details = Readonly<Partial<Record<DetailName, string | null | undefined>>>;

/** What the fields hold at first, without those that the service does not know. */
export function typedDetails(details: Details): Partial<Record<DetailName, string>> {
  return Object.fromEntries(
    detailNames.flatMap((name) => (details[name] === undefined ? [] : [[name, details[name] ?? ""]])),
  );
}
