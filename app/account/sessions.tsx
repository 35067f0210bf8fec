import { href } from "react-router";
import type { Settled } from "../json-api/settle.ts";
import { keptDeviceId } from "../session/kept-device.server.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { currentUserOf } from "../session/session.server.ts";
import { listSessions } from "../sign-in/own-sessions.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { nextOf, placeOf } from "../ui/place.ts";
import { PostForm } from "../ui/post-form.tsx";
import { Tag } from "../ui/tag.tsx";
import type { Route } from "./+types/sessions";
import { type AccessEvent, loadAccessEvents } from "./account.server.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

const labels: Readonly<Record<string, string>> = {
  signed_in: "Signed in",
  sign_in_failed: "Failed sign-in",
  signed_out: "Signed out",
  session_ended: "Other devices signed out",
  password_changed: "Password changed",
  signed_in_by_provider: "Signed in by a linked account",
  openid_linked: "Account linked",
  openid_unlinked: "Account unlinked",
  email_changed: "Email changed",
  email_change_stopped: "Email change stopped",
};

function AccessEvents({ events }: { events: Settled<readonly AccessEvent[]> }) {
  return (
    <div className="mt-2">
      <Sheet title="Latest sign-ins">
        {events.ok ? (
          <Rows label="Latest sign-ins">
            {events.data
              .filter(({ kind }) => kind in labels)
              .map((event) => (
                <EventRow key={event.id} {...event} />
              ))}
          </Rows>
        ) : (
          <NotLoaded what="latest sign-ins" code={events.code} here={href("/settings/account/sessions")} />
        )}
      </Sheet>
    </div>
  );
}

function EventRow({ kind, device, network, tries, occurredAt }: AccessEvent) {
  const from = [device, network].filter((word) => word !== "").join(", ");
  return (
    <Row>
      <div>
        {labels[kind]}
        {tries > 1 ? `, ${tries} times` : ""}
        {from === "" ? null : <div className="muted small">{from}</div>}
      </div>
      <span className="muted small">
        <DateTime value={occurredAt} />
      </span>
    </Row>
  );
}

export async function loader({ context }: Route.LoaderArgs) {
  const { store } = context.get(requestSessionContext);
  const [sessions, devices, events] = await Promise.all([
    listSessions(context),
    store.keptDevices.list(currentUserOf(context).person.id),
    loadAccessEvents(context),
  ]);
  const thisDevice = keptDeviceId(context);
  return {
    events,
    devices: devices.map(({ id, name, keptAt, contactAt }) => ({
      id,
      name,
      isThis: id === thisDevice,
      keptAt: keptAt.toISOString(),
      contactAt: contactAt.toISOString(),
    })),
    sessions: sessions.map(({ startedAt, usedAt, ...session }) => ({
      ...session,
      startedAt: startedAt.toISOString(),
      usedAt: usedAt.toISOString(),
    })),
  };
}

export default function Sessions({ loaderData: { sessions, devices, events } }: Route.ComponentProps) {
  const ids = sessions.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id);
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <>
      <PageHead title="Where you're signed in" subtitle="End what you don't know, then change your password.">
        {hasOthers ? (
          <PostForm action={href("/settings/account/sessions/ending")}>
            <SubmitButton look="bad">End all others</SubmitButton>
          </PostForm>
        ) : null}
      </PageHead>
      <Sheet>
        <Rows label="Sessions">
          {sessions.map((session) => (
            <SessionRow key={session.id} {...session} next={nextOf(ids, session.id)} />
          ))}
        </Rows>
      </Sheet>
      <KeptDevices devices={devices} />
      <AccessEvents events={events} />
      <div className="actions">
        <LinkButton href={href("/settings/account")}>Back to your account</LinkButton>
      </div>
    </>
  );
}

type DeviceProps = { devices: Route.ComponentProps["loaderData"]["devices"] };

function KeptDevices({ devices }: DeviceProps) {
  const isThisKept = devices.some(({ isThis }) => isThis);
  return (
    <div className="mt-2">
      <Sheet
        title="Devices that keep pages"
        action={
          <LinkButton href={href("/device")}>{isThisKept ? "This device" : "Keep pages on this device"}</LinkButton>
        }
      >
        {devices.length === 0 ? (
          <div className="pad muted">
            None. A device of your own can keep today’s pages for when there is no connection.
          </div>
        ) : (
          <Rows label="Devices that keep pages">
            {devices.map(({ id, name, isThis, keptAt, contactAt }) => (
              <Row key={id}>
                <div>
                  <b>{name || "Unknown device"}</b> {isThis ? <Tag>This device</Tag> : null}
                  <div className="muted small">
                    Since <DateTime value={keptAt} />. Last contact: <DateTime value={contactAt} />.
                  </div>
                </div>
                <LinkButton
                  href={href("/settings/account/devices/:deviceId/removal", { deviceId: id })}
                  aria-label={`Forget: ${name || "Unknown device"}`}
                >
                  Forget
                </LinkButton>
              </Row>
            ))}
          </Rows>
        )}
      </Sheet>
    </div>
  );
}

type SessionRowProps = Route.ComponentProps["loaderData"]["sessions"][number] & { next: string | null };

/** Ending a session twice changes nothing, so its form has no key. */
function SessionRow({ id, device, network, startedAt, usedAt, isCurrent, next }: SessionRowProps) {
  const name = device || "Unknown device";
  return (
    <Row>
      <div>
        <b>{name}</b> {isCurrent ? <Tag>This device</Tag> : null}
        <div className="muted small">
          {network === "" ? null : `From ${network}. `}
          Signed in: <DateTime value={startedAt} />.{" "}
          {isCurrent ? (
            "In use now."
          ) : (
            <>
              Last used: <DateTime value={usedAt} />.
            </>
          )}
        </div>
      </div>
      {isCurrent ? null : (
        <PostForm action={href("/settings/account/sessions/:sessionId/ending", { sessionId: id })}>
          <input type="hidden" name="next" value={next ?? ""} />
          <SubmitButton id={placeOf(id)} look="plain" aria-label={`End: ${name}`}>
            End
          </SubmitButton>
        </PostForm>
      )}
    </Row>
  );
}
