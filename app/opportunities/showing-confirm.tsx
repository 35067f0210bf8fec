import { RecordForm } from "../forms/forms.tsx";
import { labelOfStage } from "../labels.ts";
import { opportunityPath } from "../record-paths.ts";
import { ChoiceGroup } from "../ui/fields.tsx";
import type { Route } from "./+types/showing-confirm";
import { OpportunityPage } from "./opportunity-page.tsx";
import { decisionForm } from "./showing.ts";
import { loadDecision, submitDecision } from "./showing-decision.server.ts";
import { ShowingQuestion } from "./showing-question.tsx";

export async function loader({ params, context }: Route.LoaderArgs) {
  return loadDecision("confirm", context, params);
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitDecision("confirm", request, context, params);
}

export default function ConfirmShowing({ loaderData, actionData }: Route.ComponentProps) {
  const { when, choices, isMoved, ...shown } = loaderData;
  const moves = isMoved ? ` The deal moves to “${labelOfStage("showing_scheduled")}”.` : "";
  if (choices.length > 1) {
    return (
      <OpportunityPage
        item={shown.item}
        title="Confirm one of these times"
        subtitle={`The listing agent has agreed to it. The client sees that the others were not chosen.${moves}`}
      >
        <RecordForm
          id="showing-confirm"
          schema={decisionForm}
          start={shown.start}
          reply={actionData && { ...actionData, current: null }}
          send="Confirm showing"
          cancel={opportunityPath(shown.item.id)}
        >
          {({ chosen }) => <ChoiceGroup field={chosen} label="Time" options={choices} single />}
        </RecordForm>
      </OpportunityPage>
    );
  }
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
