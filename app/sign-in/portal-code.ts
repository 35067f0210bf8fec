import * as z from "zod/mini";

/** Six digits; spaces and dashes are dropped. What is wrong is a word of the portal's texts. */
export const portalCodeForm = z.object({
  code: z.string().check(
    z.overwrite((text) => text.replaceAll(/[\s-]/g, "")),
    z.regex(/^\d{6}$/, "enterCode"),
  ),
});
