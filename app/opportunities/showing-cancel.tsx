import type { Route } from "./+types/showing-cancel";
import { loadDecision, submitDecision } from "./showing-decision.server.ts";
import { ShowingQuestion } from "./showing-question.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadDecision("cancel", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitDecision("cancel", request, context, params);
}

export default function CancelShowing({ loaderData, actionData }: Route.ComponentProps) {
  const { when, choices, item, alreadyDecided, start } = loaderData;
  const isRequest = choices.length > 1;
  return (
    <ShowingQuestion
      item={item}
      alreadyDecided={alreadyDecided}
      start={start}
      reply={actionData}
      title={isRequest ? `Cancel the request for ${when}?` : `Cancel ${when}?`}
      subtitle="It stays listed as cancelled. We won't notify the listing agent or your client."
      send={isRequest ? "Cancel request" : "Cancel showing"}
      look="bad"
      stay={isRequest ? "Keep request" : "Keep showing"}
    />
  );
}
