import { redirect } from "react-router";
import * as z from "zod/mini";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { labelOfStage } from "../labels.ts";
import { opportunityPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { requiredText } from "../ui/form-values.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/stage-undo";
import { refuseDuplicateDeal } from "./duplicate-deal.server.ts";
import { loadOpportunityFor, shownItem } from "./load-opportunity.server.ts";
import { OpportunityPage } from "./opportunity-page.tsx";
import { isConflict, undoMove } from "./opportunity-writes.server.ts";

const tooLate = "This stage change can no longer be undone: 10 minutes have passed, or something else changed.";

const undoForm = z.object({ move: requiredText("Open the page again.", 1000) });

/** Once nothing can be undone, the page is the opportunity's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("move", context, params.opportunityId);
  if (found.undo === null) throw redirect(opportunityPath(found.id));
  return {
    item: shownItem(found),
    from: labelOfStage(found.stage),
    to: labelOfStage(found.undo.to),
    move: found.undo.moveId,
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm({ request, context, ofRecord: true }, undoForm, async ({ api, value, key }) => {
    const found = await loadOpportunityFor("move", context, id);
    try {
      await refuseDuplicateDeal(api, found, () => undoMove(api, id, value.move, key));
      return { location: opportunityPath(id), toast: "Stage change undone." };
    } catch (error) {
      if (!isConflict(error)) throw error;
      return { location: opportunityPath(id), toast: tooLate };
    }
  });
}

export default function UndoStage({ loaderData: { item, from, to, move, start }, actionData }: Route.ComponentProps) {
  return (
    <OpportunityPage
      item={item}
      title={`Move back to ${to}?`}
      crumb="Undo"
      subtitle={`Currently: ${from}. Related changes to offers and showings are undone too. Both stay in the history.`}
    >
      <PostForm>
        <FormStart start={start} reply={actionData} />
        <input type="hidden" name="move" value={move} />
        <div className="actions">
          <SubmitButton>Undo stage change</SubmitButton>
          <LinkButton href={opportunityPath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </OpportunityPage>
  );
}
