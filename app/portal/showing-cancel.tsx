import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { submitForm } from "../forms/forms.server.ts";
import { confirmationForm } from "../forms/forms.tsx";
import { groupByRequest } from "../opportunities/showing-requests.ts";
import { notFound, recordId } from "../session/session.server.ts";
import type { Route } from "./+types/showing-cancel";
import { callOffShowing, loadAsked } from "./answers.server.ts";
import { AnswerPage } from "./parts/answer-page.tsx";
import { PortalConfirmation } from "./parts/portal-confirmation.tsx";
import { useAgentOf } from "./parts/portal-frame.tsx";
import { ShowingLines } from "./parts/showing-lines.tsx";
import { portalOf } from "./portal.server.ts";

/** A client calls off a showing, or a request with all of its times. */

export const handle = { form: "create" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = recordId(params.showingId);
  const { property, answers, start } = await loadAsked(context, params.packageId);
  const own = groupByRequest(answers.showings).find(({ showing, otherTimes, notChosen }) =>
    [showing, ...otherTimes, ...notChosen].some((time) => time.id === id),
  );
  if (own === undefined) throw notFound();
  return { property, own, start };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const [id, showingId] = [recordId(params.packageId), recordId(params.showingId)];
  return submitForm({ request, context, ofRecord: true }, confirmationForm, async ({ key }) => {
    await callOffShowing(api, id, showingId, key);
    const { cancelled } = textsOf(language).answers.showings;
    return { location: `${base}/properties/${encodeURIComponent(id)}`, toast: cancelled };
  });
}

export default function PortalShowingCancel({ loaderData, actionData }: Route.ComponentProps) {
  const { showings } = useTexts().answers;
  const { property, own, start } = loaderData;
  const agent = useAgentOf(property);
  const { state, mayCancel } = own.showing;
  const send = state === "requested" ? showings.cancelRequest : showings.cancel;
  return (
    <AnswerPage property={property} title={send}>
      <ShowingLines showings={[own]} property={property} />
      {mayCancel ? (
        <>
          <p className="mb-3">{showings.cancelText(agent)}</p>
          <PortalConfirmation start={start} reply={actionData} send={send} />
        </>
      ) : (
        <p>{showings.nothingToCancel}</p>
      )}
    </AnswerPage>
  );
}
