import { href } from "react-router";
import * as z from "zod/mini";
import { money } from "../json-api/values.ts";

const text = z.nullable(z.string());
const rating = {
  /** In percent. */
  score: z.number(),
  /** In words, what counts most first. */
  reasons: z.array(z.string()),
  /** Whether they have an opportunity together. */
  isPaired: z.boolean(),
};

const clientFit = z.object({
  clientId: z.string(),
  name: z.string(),
  email: text,
  phoneNumber: text,
  profileImageUrl: text,
  ...rating,
});
export type ClientFit = z.output<typeof clientFit>;

const packageFit = z.object({
  packageId: z.string(),
  street: z.string(),
  city: text,
  state: text,
  zip: text,
  photoUrl: text,
  listPrice: z.nullable(money),
  ...rating,
});
export type PackageFit = z.output<typeof packageFit>;

export interface Fits<Fit> {
  readonly total: number;
  /** Whether there are more than were counted. */
  readonly hasMore: boolean;
  readonly fits: readonly Fit[];
}

const count = { total: z.number(), hasMore: z.boolean() };
export const clientFitsAttributes = { ...count, fits: z.array(clientFit) };
export const packageFitsAttributes = { ...count, fits: z.array(packageFit) };

/** How many fit, as in "6 clients" and "100+ clients". */
export function countOfFits({ total, hasMore }: Omit<Fits<unknown>, "fits">, one: string, many: string): string {
  return hasMore ? `${total}+ ${many}` : `${total} ${total === 1 ? one : many}`;
}

/** The most that are listed and counted. */
export const mostFits = 100;

/** The list of the clients whom a property fits. */
export function clientFitsPath(packageId: string): string {
  return `${href("/clients")}/?fits=${encodeURIComponent(packageId)}`;
}

/** The list of the properties that fit a client. */
export function packageFitsPath(clientId: string): string {
  return `${href("/packages")}/?fits=${encodeURIComponent(clientId)}`;
}
