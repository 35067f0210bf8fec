import * as z from "zod/mini";

/** What a workspace says about itself on every page for clients, as it entered it: the one shape of it on the wire. */
export const foot = z.object({
  /** Undefined where the service does not say it here. */
  description: z.nullish(z.string()),
  brokerage: z.nullable(z.string()),
  licenseNumber: z.nullable(z.string()),
  phoneNumber: z.nullable(z.string()),
  websiteUrl: z.nullable(z.string()),
  privacyUrl: z.nullable(z.string()),
  termsUrl: z.nullable(z.string()),
});
export type Foot = z.output<typeof foot>;

/** The same with the link that dials its number. */
export type CallableFoot = Foot & { readonly call: string | null };

/** Whether an address leads to a page on the web: nothing else may be a link. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text);
}

const isPage = (address: string | null) => address !== null && isWebAddress(address);

/** To what of a workspace one can agree; null where it names neither terms nor privacy rules. */
export function agreementOf({ termsUrl, privacyUrl }: Foot): "both" | "terms" | "privacy" | null {
  if (isPage(termsUrl)) return isPage(privacyUrl) ? "both" : "terms";
  return isPage(privacyUrl) ? "privacy" : null;
}
