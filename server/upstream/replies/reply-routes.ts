import type { Jobs } from "../../jobs/jobs.ts";
import type { Route } from "../engine/action.ts";
import { changeRoute, findRoute, listRoute } from "../engine/table-routes.ts";
import { acceptMail, dismissMail } from "./accepting.ts";
import { inboundMail, inboundMailList } from "./inbound-mail.ts";

/** Replies by email that wait for an agent. */
export function replyRoutes(jobs: Jobs): readonly Route[] {
  return [
    listRoute(inboundMail, inboundMailList, "Replies by email that an agent has to look at, oldest first"),
    findRoute(inboundMail, "A reply by email that an agent has to look at"),
    changeRoute(inboundMail, {
      summary: "Put a reply by email into its thread, as written by the person it was for",
      method: "POST",
      below: "/acceptance",
      needs: "accept",
      run: (write) => acceptMail(write, jobs),
    }),
    changeRoute(inboundMail, {
      summary: "Leave a reply by email out of its thread",
      method: "POST",
      below: "/dismissal",
      needs: "dismiss",
      run: dismissMail,
    }),
  ];
}
