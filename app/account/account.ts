import * as z from "zod/mini";
import { optionalText, requiredText } from "../ui/form-values.ts";

/** Attributes of the current user's own account, which is the same in every workspace of theirs. */
export const accountAttributes = {
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** False for someone who signs in by mailed links alone; null where the service does not say. */
  hasPassword: z.nullable(z.boolean()),
};

type AccountDetails = Pick<
  z.output<z.ZodMiniObject<typeof accountAttributes>>,
  "firstName" | "lastName" | "phoneNumber" | "address"
>;

/** The form that changes it. A missing last name is an empty text for the service. */
export const accountForm = z.object({
  firstName: requiredText("Name must be at least 1 character."),
  lastName: z.pipe(
    optionalText(200),
    z.transform((text) => text ?? ""),
  ),
  phoneNumber: optionalText(40),
  address: optionalText(200),
});

/** What the form holds at first. */
export function typedAccount({ firstName, lastName, phoneNumber, address }: AccountDetails) {
  return { firstName, lastName, phoneNumber: phoneNumber ?? "", address: address ?? "" };
}
