import * as z from "zod/mini";
import { optionalMoney } from "../ui/money-values.ts";

/** What is typed for a list price; null where it is not known. */
export const typedListPrice = optionalMoney("List price must be an amount, e.g. 850,000.");

/** The form that changes the list price alone. */
export const priceForm = z.object({ listPrice: typedListPrice });
