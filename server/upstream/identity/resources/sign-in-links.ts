import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { created } from "../../engine/answer.ts";
import { recordType } from "../../engine/record.ts";
import { email } from "../inputs.ts";
import type { IdentityParts } from "../parts.ts";
import { mailSignInLink } from "../sign-in-links.ts";

const signInLinkType = recordType("sign_in_link", z.object({}));

/** POST of a wish to sign in by mail. */
export function signInLinkRoutes(parts: IdentityParts): Route[] {
  const ask = action({
    method: "POST",
    path: "/sign_in_links",
    summary: "Mail a link and a code that sign in; the answer is the same for every address",
    access: "anyone",
    input: { type: "sign_in_link", attributes: z.object({ email }) },
    answers: { status: 201, of: signInLinkType },
    transaction: "own",
    async run({ database, attributes, now }) {
      const id = await mailSignInLink(database, parts, { kind: "account", email: attributes.email }, now);
      return created(signInLinkType, { id, attributes: {} });
    },
  });
  return [ask];
}
