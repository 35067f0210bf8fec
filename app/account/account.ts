import * as z from "zod/mini";
import { email, optionalText, requiredText } from "../ui/form-values.ts";

/** The form that asks for another address. Its password is wanted of those who have one; the service says so. */
export const emailChangeForm = z.object({
  email: email("Enter an email address like name@example.com."),
  password: z.optional(z.string().check(z.maxLength(1000, "Use at most 1,000 characters."))),
});

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
