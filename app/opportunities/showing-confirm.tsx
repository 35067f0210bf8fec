import type { Route } from "./+types/showing-confirm";
import { labelOfStage } from "./deal-labels.ts";
import { loadDecision, submitDecision } from "./showing-decision.server.ts";
import { ShowingQuestion } from "./showing-question.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadDecision("confirm", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitDecision("confirm", request, context, params);
}

export default function ConfirmShowing({ loaderData, actionData }: Route.ComponentProps) {
  const { when, isMoved, ...shown } = loaderData;
  const moves = isMoved ? ` The deal moves to “${labelOfStage("showing_scheduled")}”.` : "";
  return (
    <ShowingQuestion
      {...shown}
      reply={actionData}
      title={`Confirm ${when}?`}
      subtitle={`The listing agent has agreed to this time.${moves}`}
      send="Confirm showing"
    />
  );
}
