import type { Route } from "./+types/showing-confirmation";
import { ShowingQuestion } from "./showing-question.tsx";
import { loadSettling, sendSettling } from "./showing-settling.server.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadSettling("confirm", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return sendSettling("confirm", request, context, params);
}

export default function ConfirmShowing({ loaderData, actionData }: Route.ComponentProps) {
  const { when, ...shown } = loaderData;
  return (
    <ShowingQuestion
      {...shown}
      reply={actionData}
      question={`Confirm ${when}?`}
      subtitle="The seller's side has agreed to this time."
      send="Confirm showing"
    />
  );
}
