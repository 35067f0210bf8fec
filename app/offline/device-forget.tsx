import { href, redirect } from "react-router";
import { isUuid } from "../json-api/record.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { currentUserOf, notFound } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/device-forget";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

const back = href("/settings/account/sessions");

/** Asks before a device is told to forget: what waits there to be sent is lost. What is gone already leads to the list. */
export async function loader({ context, params: { deviceId } }: Route.LoaderArgs) {
  if (!isUuid(deviceId)) throw notFound();
  const { store } = context.get(requestSessionContext);
  const device = (await store.keptDevices.list(currentUserOf(context).person.id)).find(({ id }) => id === deviceId);
  if (device === undefined) throw redirect(back);
  return { name: device.name || "this device" };
}

/** A second time changes nothing, so it has no submission key. */
export async function action({ context, params: { deviceId } }: Route.ActionArgs) {
  if (!isUuid(deviceId)) throw notFound();
  const { store } = context.get(requestSessionContext);
  await store.keptDevices.forget(currentUserOf(context).person.id, deviceId);
  setToast(context, "That device forgets everything at its next contact.");
  return redirect(back, 303);
}

export default function ForgetDevice({ loaderData: { name } }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead
        title={`Forget ${name}?`}
        subtitle="Its pages are gone the next time that it has a connection. What waits there and was not sent is lost at once. Sign it out, too, if it was lost."
      />
      <PostForm>
        <div className="actions">
          <SubmitButton look="bad">Forget this device</SubmitButton>
          <LinkButton href={back}>Cancel</LinkButton>
        </div>
      </PostForm>
    </Page>
  );
}
