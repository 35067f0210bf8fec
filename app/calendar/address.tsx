import { href } from "react-router";
import { confirmed, startForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { calendarPath } from "../record-paths.ts";
import { apiOf, load } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/address";
import { findAddress, keepToken, keptAddress, renewAddress } from "./calendar-address.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** The address at which the current user's own calendar reads what is theirs. */

export const handle = { form: "create" };

export async function loader({ context }: Route.LoaderArgs) {
  const [madeAt, address, start] = await Promise.all([
    load(findAddress(apiOf(context))),
    keptAddress(context),
    startForm(context),
  ]);
  return { madeAt, address: madeAt === null ? null : address, start };
}

/** Makes one; the one before ends. */
export async function action({ request, context }: Route.ActionArgs) {
  return confirmed({ request, context }, async ({ api }) => {
    await keepToken(context, await renewAddress(api));
    return { location: href("/settings/account/calendar"), toast: "Address made." };
  });
}

export default function CalendarAddress({ loaderData: { madeAt, address, start }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Calendar address"
        subtitle="Your showings, deadlines and tasks of this workspace in Google Calendar, Outlook or your phone's calendar."
      />
      {address === null ? null : (
        <Notice title="Copy this address now.">
          It disappears in 10 minutes and can't be shown again. Add it to your calendar as a subscription, or “from
          URL”.
          <textarea className="input mt-1" readOnly rows={2} aria-label="Address" defaultValue={address} />
          <div className="actions mt-2">
            <LinkButton href={address.replace(/^https?:/, "webcal:")}>Open in my calendar</LinkButton>
          </div>
        </Notice>
      )}
      <Sheet padded>
        <p>
          {madeAt === null ? (
            "You have no address yet."
          ) : (
            <>
              You have an address, made <DateTime value={madeAt} />.
            </>
          )}{" "}
          Whoever knows an address can read what is yours on the calendar: the deals, properties and tasks assigned to
          you.
          {madeAt === null ? null : " A new one ends the one before."}
        </p>
        <PostForm>
          <FormStart start={start} reply={actionData} />
          <div className="actions mt-2">
            <SubmitButton look={madeAt === null ? "go" : "plain"}>Make address</SubmitButton>
            {madeAt === null ? null : (
              <LinkButton href={href("/settings/account/calendar/removal")} look="bad">
                End the address
              </LinkButton>
            )}
          </div>
        </PostForm>
      </Sheet>
      <div className="actions mt-2">
        <LinkButton href={calendarPath} look="quiet">
          Calendar
        </LinkButton>
        <LinkButton href={href("/settings/account")} look="quiet">
          Your account
        </LinkButton>
      </div>
    </>
  );
}
