import { redirect } from "react-router";
import * as z from "zod/mini";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { opportunityPath } from "../record-paths.ts";
import { recordId } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { requiredText } from "../ui/form-values.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/after-closing-undo";
import { loadOpportunityFor, shownItem } from "./load-opportunity.server.ts";
import { OpportunityPage } from "./opportunity-page.tsx";
import { isConflict, undoTidying } from "./opportunity-writes.server.ts";
import { sayTidied, sayTidyingUndone } from "./tidying.ts";

const tooLate = "This can no longer be undone: 10 minutes have passed, or it was undone already.";

const undoForm = z.object({ afterClosing: requiredText("Open the page again.", 1000) });

/** Once nothing can be undone, the page is the opportunity's. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await loadOpportunityFor("move", context, params.opportunityId);
  const { afterClosing } = found;
  if (afterClosing === null || afterClosing.isUndone) throw redirect(opportunityPath(found.id));
  return {
    item: shownItem(found),
    afterClosing: afterClosing.id,
    done: sayTidied(afterClosing),
    start: await startForm(context),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = recordId(params.opportunityId);
  return submitForm({ request, context, ofRecord: true }, undoForm, async ({ api, value, key }) => {
    const location = opportunityPath(id);
    try {
      const undone = await undoTidying(api, id, value.afterClosing, key);
      return { location, toast: sayTidyingUndone(undone?.afterClosing?.kept ?? []) };
    } catch (error) {
      if (!isConflict(error)) throw error;
      return { location, toast: tooLate };
    }
  });
}

export default function UndoAfterClosing({ loaderData, actionData }: Route.ComponentProps) {
  const { item, afterClosing, done, start } = loaderData;
  return (
    <OpportunityPage
      item={item}
      title="Undo what was done after closing?"
      crumb="Undo"
      subtitle={`${done} The deal stays closed, and what someone changed since is left as it is.`}
    >
      <PostForm>
        <FormStart start={start} reply={actionData} />
        <input type="hidden" name="afterClosing" value={afterClosing} />
        <div className="actions">
          <SubmitButton>Undo all of this</SubmitButton>
          <LinkButton href={opportunityPath(item.id)}>Cancel</LinkButton>
        </div>
      </PostForm>
    </OpportunityPage>
  );
}
