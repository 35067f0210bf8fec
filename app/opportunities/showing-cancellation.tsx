import type { Route } from "./+types/showing-cancellation";
import { ShowingQuestion } from "./showing-question.tsx";
import { loadSettling, sendSettling } from "./showing-settling.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadSettling("cancel", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return sendSettling("cancel", request, context, params);
}

export default function CancelShowing({ loaderData, actionData }: Route.ComponentProps) {
  const { when, ...shown } = loaderData;
  return (
    <ShowingQuestion
      {...shown}
      reply={actionData}
      question={`Cancel ${when}?`}
      subtitle="It stays in the list as cancelled. Tell the seller's side and your client yourself."
      send="Cancel showing"
      look="bad"
    />
  );
}
