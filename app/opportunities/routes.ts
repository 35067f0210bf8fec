import { prefix, route } from "@react-router/dev/routes";

/** The pages of opportunities. */
export const opportunityPages = [
  route("opportunities", "opportunities/index.tsx", [
    route("new", "opportunities/new.tsx"),
    route(":opportunityId/stage", "opportunities/stage.tsx"),
    route(":opportunityId/rank", "opportunities/rank.tsx"),
    route(":opportunityId/terms", "opportunities/terms.tsx"),
  ]),
  ...prefix("opportunities", [
    route("board", "opportunities/board.tsx"),
    route("export.csv", "opportunities/export.ts"),
    route(":opportunityId", "opportunities/show.tsx"),
    route(":opportunityId/after-closing", "opportunities/after-closing.tsx"),
    route(":opportunityId/after-closing/undoing", "opportunities/undo.tsx", { id: "after-closing-undo" }),
    route(":opportunityId/undoing", "opportunities/undo.tsx"),
    route(":opportunityId/agent", "assignments/edit.tsx", { id: "opportunity-agent" }),
    route(":opportunityId/calls/new", "opportunities/deal-call.tsx"),
    route(":opportunityId/showings/new", "opportunities/showing-edit.tsx", { id: "showing-new" }),
    route(":opportunityId/showings/:showingId/edit", "opportunities/showing-edit.tsx"),
    route(":opportunityId/showings/:showingId/confirmation", "opportunities/showing-decision.tsx", {
      id: "showing-confirm",
    }),
    route(":opportunityId/showings/:showingId/cancellation", "opportunities/showing-decision.tsx", {
      id: "showing-cancel",
    }),
    route(":opportunityId/showings/:showingId/calendar.ics", "opportunities/showing-calendar.ts"),
    route(":opportunityId/suggestion", "client-answers/suggestion.tsx"),
    route(":opportunityId/client-question", "client-answers/question-answer.tsx"),
    route(":opportunityId/acknowledgement", "client-answers/acknowledge.tsx"),
    route(":opportunityId/comments/:commentId/edit", "opportunities/comment-edit.tsx"),
    route(":opportunityId/comments/:commentId/removal", "opportunities/comment-remove.tsx"),
  ]),
];
