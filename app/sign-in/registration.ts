import * as z from "zod/mini";
import { email, optionalText, requiredText } from "../ui/form-values.ts";
import { longestHandle } from "../workspace/suggested-handle.ts";

/** The forms of the two steps of registering. */

const name = "Name must be at least 1 character.";

export const accountForm = z.object({
  name: requiredText(name),
  email: email("Invalid email"),
  phoneNumber: requiredText("Phone number must be at least 1 character.", 40),
});

/** An empty workspace url is made of the name. */
export const workspaceStepForm = z.object({
  workspaceName: requiredText(name),
  workspaceHandle: optionalText(longestHandle),
  timeZone: requiredText("Choose a time zone.", 100),
});
