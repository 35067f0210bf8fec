import * as z from "zod/mini";
import { foot } from "../session/foot.ts";
import { question, spanish, testimonial } from "../workspace/portal-settings.ts";

/** The page on which a workspace shows itself to everybody. */

export const landingAttributes = {
  /** Of the workspace. */
  name: z.string(),
  handle: z.string(),
  initials: z.string(),
  logoId: z.nullable(z.string()),
  /** Whose face the page has. */
  agent: z.object({ name: z.string(), photoId: z.nullish(z.string()) }),
  /** Of the workspace. */
  description: z.nullable(z.string()),
  introduction: z.nullable(z.string()),
  introductionEs: spanish,
  /** Whether people may register by themselves. */
  takesRegistrations: z.boolean(),
  testimonials: z.array(testimonial),
  /** The workspace's own, beside those that every landing page has. */
  questions: z.array(question),
  foot,
};
export type LandingPage = z.output<z.ZodMiniObject<typeof landingAttributes>>;

/** A handle as the address of a landing page may name it; others are nobody's. */
export function isHandle(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/i.test(text);
}
