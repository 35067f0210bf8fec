import * as z from "zod/mini";
import { email } from "../ui/form-values.ts";

/** The form that asks for another address. Its password is wanted of those who have one; the service says so. */
export const emailChangeForm = z.object({
  email: email("Enter an email address like name@example.com."),
  password: z.optional(z.string().check(z.maxLength(1000, "Use at most 1,000 characters."))),
});
