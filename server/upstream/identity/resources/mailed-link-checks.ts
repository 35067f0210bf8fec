import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { created } from "../../engine/answer.ts";
import { recordType } from "../../engine/record.ts";
import { secret } from "../inputs.ts";
import { findLink, purposes } from "../mailed-links.ts";

const mailedLinkCheck = recordType("mailed_link_check", z.object({ is_live: z.boolean() }));

/** POST of a mailed link's token, which is in no URL: whether the link would work. It is not used up. */
export function mailedLinkCheckRoutes(): Route[] {
  const check = action({
    method: "POST",
    path: "/mailed_link_checks",
    summary: "Whether a mailed link still works; looking does not use it up",
    access: "anyone",
    input: { type: "mailed_link_check", attributes: z.object({ purpose: z.enum(purposes), token: secret }) },
    answers: { status: 201, of: mailedLinkCheck },
    transaction: "own",
    async run({ database, attributes: { purpose, token }, now }) {
      const link = await findLink(database, purpose, token, now);
      return created(mailedLinkCheck, { id: crypto.randomUUID(), attributes: { is_live: link !== null } });
    },
  });
  return [check];
}
