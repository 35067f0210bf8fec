import { href, redirectDocument } from "react-router";
import { keepDevice, keptDeviceId } from "../session/kept-device.server.ts";
import { currentUserOf } from "../session/session.server.ts";
import { setToast } from "../session/toast.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { Page, PageHead, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/device";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { isKept: keptDeviceId(context) !== null };
}

/** "This is my device." Saying so twice is saying it once, so it has no submission key. */
export async function action({ context }: Route.ActionArgs) {
  if (keptDeviceId(context) === null) await keepDevice(context, currentUserOf(context).person.id);
  setToast(context, "This device keeps today’s pages now.");
  return redirectDocument(href("/device"), 303);
}

export default function Device({ loaderData: { isKept } }: Route.ComponentProps) {
  return (
    <Page narrow>
      <PageHead
        title="This device"
        subtitle={
          isKept
            ? "Today’s pages are kept here, and forms are sent later when there is no connection."
            : "Keep today’s pages on this device, and send forms later when there is no connection."
        }
      />
      <Sheet padded>
        <p>
          <b>What is kept:</b> the pages that you opened lately, today’s and tomorrow’s dates with their clients and
          properties, and documents that somebody marked for it. Forms that you send without a connection wait here and
          are sent once, by themselves, when it is back. Photos up to 64 MB wait with their form.
        </p>
        <p>
          <b>What is never kept:</b> passwords, codes, payment details, settings, pages of other people, and what
          clients see in their portal.
        </p>
        <p>
          <b>How it goes:</b> pages are gone when you sign out, when your session ends, when somebody else signs in
          here, and after 3 days without a connection. What was not sent stays, encrypted, until you sign in here again.
          You can make this device forget everything from any other one, under Where you’re signed in.
        </p>
        <p>
          It needs scripts, and a browser that keeps data: not a private window. Do this on a device of your own only.
        </p>
        <div className="actions">
          {isKept ? (
            <PostForm action={href("/device/removal")} reload>
              <SubmitButton look="bad">Forget this device</SubmitButton>
            </PostForm>
          ) : (
            <PostForm reload>
              <SubmitButton>This is my device: keep pages here</SubmitButton>
            </PostForm>
          )}
          <LinkButton href={href("/settings/account/sessions")}>Where you’re signed in</LinkButton>
        </div>
      </Sheet>
    </Page>
  );
}
