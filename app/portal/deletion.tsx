import { redirect } from "react-router";
import { dayOf } from "../client-pages/texts/format.ts";
import { textsOf, useLanguage, useTexts } from "../client-pages/texts/texts.ts";
import { readFormData } from "../forms/forms.server.ts";
import { load } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/deletion";
import { askForDeletion, findDeletion, takeDeletionBack } from "./own-data.server.ts";
import { PortalCard, PortalPage, useFrame, usePortalPath } from "./parts/portal-frame.tsx";
import { portalOf } from "./portal.server.ts";

/** Asking to be deleted: what goes, what stays and with whom; and taking it back until it is done. */

export async function loader({ context }: Route.LoaderArgs) {
  const { api, workspace, user } = portalOf(context);
  const { askedAt } = await load(findDeletion(api));
  const households = user.households.filter(({ workspaceId }) => workspaceId === workspace.id);
  return { askedAt, workspaceName: workspace.name, households: households.map(({ name }) => name) };
}

/** Both change nothing a second time, so the form has no key. */
export async function action({ request, context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  const { data } = textsOf(language).own;
  const isTakenBack = (await readFormData(request, context)).get("wish") === "stay";
  await load(isTakenBack ? takeDeletionBack(api) : askForDeletion(api));
  setToast(context, isTakenBack ? data.takenBack : data.askedNow);
  return redirect(`${base}/me/deletion`, 303);
}

export default function PortalDeletion({ loaderData: { askedAt, workspaceName, households } }: Route.ComponentProps) {
  const { data } = useTexts().own;
  const language = useLanguage();
  const { agent, isView, timeZone } = useFrame();
  const to = usePortalPath();
  return (
    <PortalPage title={data.deletion} subtitle={data.askText(agent.name)}>
      <div className="stack max-w-160">
        {households.length > 1 ? <p className="note">{data.everywhere(workspaceName, households)}</p> : null}
        <PortalCard title={data.goes}>
          <ul className="rows">
            {data.goesList.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </PortalCard>
        <PortalCard title={data.stays}>
          <ul className="rows">
            {data.staysList(workspaceName).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </PortalCard>
        <section className="sec">
          <p>{askedAt === null ? data.copyFirst : data.asked(dayOf(language, askedAt, timeZone))}</p>
          {isView ? null : (
            <PostForm>
              <input type="hidden" name="wish" value={askedAt === null ? "go" : "stay"} />
              <button className="btn" type="submit">
                {askedAt === null ? data.ask : data.takeBack}
              </button>
            </PostForm>
          )}
        </section>
        <p>
          <a href={to("/me")}>{data.back}</a>
        </p>
      </div>
    </PortalPage>
  );
}
