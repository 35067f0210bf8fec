import type { Route } from "../engine/action.ts";
import { askedRoute } from "./asked.ts";
import { clientAnswerRoutes } from "./client-answers.ts";
import { ownAnswerRoutes } from "./own-answer-routes.ts";
import { questionRoutes } from "./portal-question.ts";

/** What clients answer and ask about properties: those below `/portal/` are for clients, the others for staff. */
export const answerRoutes: readonly Route[] = [
  askedRoute,
  ...ownAnswerRoutes,
  ...clientAnswerRoutes,
  ...questionRoutes,
];
