import { href } from "react-router";
import { offers } from "../json-api/service.ts";
import type { Settled } from "../json-api/settle.ts";
import { settle } from "../json-api/settle.ts";
import { listBegun } from "../messages/messages.server.ts";
import { upstreamContext } from "../session/context.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { agentOf, apiOf, logFaults } from "../session/session.server.ts";
import { LinkButton, SubmitButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { NotLoaded } from "../ui/not-loaded.tsx";
import { EmptyState, Notice } from "../ui/notice.tsx";
import { Page, PageHead, Row, Rows, Sheet } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/waiting";
import { titleOfForm, wordsOf } from "./form-words.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Everything that was typed and not sent: on this device, at the server, and messages that were begun. */

export const handle = { kept: true, scripts: "enhanced" };

export async function loader({ context }: Route.LoaderArgs) {
  const { person } = agentOf(context);
  const { store } = context.get(requestSessionContext);
  const hasDrafts = offers(context.get(upstreamContext).records.service, "message_drafts");
  const [parked, begun] = await Promise.all([
    store.parkedForms.list(person.id),
    hasDrafts ? settle(apiOf(context), listBegun, logFaults(context)) : { ok: true as const, data: [] },
  ]);
  return {
    parked: parked.map(({ id, path, fields, endsAt }) => ({
      id,
      what: wordsOf(titleOfForm(path), fields),
      endsAt: endsAt.toISOString(),
    })),
    begun,
  };
}

export default function Waiting({ loaderData: { parked, begun } }: Route.ComponentProps) {
  const hasNone = parked.length === 0 && begun.ok && begun.data.length === 0;
  return (
    <Page narrow>
      <PageHead title="Not sent yet" subtitle="What you typed and did not send, and what waits for a connection." />
      {/* The worker of a device fills these two in. */}
      <div id="asked" className="mb-2" />
      <div id="on-device" />
      {parked.length === 0 ? null : (
        <Sheet title="Kept by Latchkey">
          <Rows label="Kept by Latchkey">
            {parked.map((form) => (
              <ParkedRow key={form.id} {...form} />
            ))}
          </Rows>
        </Sheet>
      )}
      <BegunMessages begun={begun} />
      {hasNone ? (
        <div id="none">
          <EmptyState action={<LinkButton href={href("/dashboard")}>Go to dashboard</LinkButton>}>
            Everything was sent.
          </EmptyState>
        </div>
      ) : null}
      <DeviceParts />
    </Page>
  );
}

function ParkedRow({ id, what, endsAt }: Route.ComponentProps["loaderData"]["parked"][number]) {
  return (
    <Row>
      <div>
        <b>{what}</b>
        <div className="muted small">
          Not sent, as you were signed out or the service did not answer. Kept until <DateTime value={endsAt} />.
        </div>
      </div>
      <PostForm action={href("/waiting/:formId/opening", { formId: id })}>
        <SubmitButton look="plain" aria-label={`Open: ${what}`}>
          Open
        </SubmitButton>
      </PostForm>
      <LinkButton href={href("/waiting/:formId/discard", { formId: id })} aria-label={`Discard: ${what}`}>
        Discard
      </LinkButton>
    </Row>
  );
}

function BegunMessages({ begun }: { begun: Settled<Awaited<ReturnType<typeof listBegun>>> }) {
  if (!begun.ok) return <NotLoaded what="messages that you began" code={begun.code} here={href("/waiting")} />;
  if (begun.data.length === 0) return null;
  return (
    <Sheet title="Messages that you began">
      <Rows label="Messages that you began">
        {begun.data.map(({ id, attributes: { clientName, body, updatedAt } }) => (
          <Row key={id}>
            <div>
              <b>To {clientName}</b>
              <div className="muted small">
                {body} · <DateTime value={updatedAt} />
              </div>
            </div>
            <LinkButton href={href("/messages/:clientId", { clientId: id })} aria-label={`Open: to ${clientName}`}>
              Open
            </LinkButton>
          </Row>
        ))}
      </Rows>
    </Sheet>
  );
}

/** How the worker says what waits on the device: it has no page of its own. Words in brackets are its texts. */
function DeviceParts() {
  return (
    <>
      <template id="device-forms">
        <Sheet title="On this device">
          <Rows label="On this device">
            <Row>
              <div>
                <b>[what]</b>
                <div className="muted small">Since [since]. [why]</div>
              </div>
              <form method="post" action="[url]">
                <input type="hidden" name="_kept" value="[form]" />
                <button type="submit" className="btn" aria-label="Open and send: [what]">
                  Open and send
                </button>
              </form>
              <LinkButton href="/waiting/change?form=[form]" aria-label="Change: [what]" reload>
                Change
              </LinkButton>
              <LinkButton href="/waiting?discard=[form]" aria-label="Discard: [what]" reload>
                Discard
              </LinkButton>
            </Row>
          </Rows>
        </Sheet>
      </template>
      <template id="discard-form">
        <Notice tone="warn" title="Discard it?">
          [what] was never sent. It can’t be brought back.
          <form method="post" action="/waiting/discard?form=[form]">
            <Answers send="Discard it" look="bad" stay="Keep it" />
          </form>
        </Notice>
      </template>
      <template id="leave-forms">
        <Notice tone="warn" title="Sign out?">
          What waits here was not sent yet: [count]. Kept forms stay on this device, encrypted, until you sign in here
          again.
          <div className="actions">
            <form method="post" action="/sign-out?forms=keep">
              <button type="submit" className="btn">
                Sign out and keep them
              </button>
            </form>
            <form method="post" action="/sign-out?forms=discard">
              <button type="submit" className="btn bad">
                Sign out and discard them
              </button>
            </form>
            <LinkButton href={href("/waiting")} reload>
              Stay
            </LinkButton>
          </div>
        </Notice>
      </template>
      <template id="share-form">
        <p className="muted">[what]. Clients and properties whose pages are on this device:</p>
        <form method="post" action="/waiting/share?form=[form]">
          <div className="field">
            <label>
              Where it goes
              <select className="input" name="holderChosen" required>
                <option value="[record]">[title]</option>
              </select>
            </label>
          </div>
          <div className="field">
            <label>
              What to do
              <select className="input" name="use">
                <option value="documents">Save as documents</option>
                <option value="photos">Add to a property’s photos</option>
                <option value="message">Send to a client as a message</option>
              </select>
            </label>
          </div>
          <div className="field">
            <label>
              Name
              <input className="input" name="name" maxLength={100} />
            </label>
          </div>
          <div className="field">
            <label>
              Text
              <textarea className="input" name="text" rows={4} defaultValue="[text]" />
            </label>
          </div>
          <Answers send="Send" look="go" stay="Cancel" />
        </form>
      </template>
      <template id="change-form">
        <p className="muted">[what]. Files stay as they are.</p>
        <form method="post" action="[url]">
          <input type="hidden" name="_change" value="[form]" />
          <div className="field">
            <label>
              [label]
              <textarea className="input" name="[name]" rows={2} defaultValue="[value]" />
            </label>
          </div>
          <Answers send="Save and send" look="go" stay="Cancel" />
        </form>
      </template>
    </>
  );
}

type AnswersProps = { send: string; look: "go" | "bad"; stay: string };

/** The way on and the way back, in a part of the worker's: no script of the page's own knows its forms. */
function Answers({ send, look, stay }: AnswersProps) {
  return (
    <div className="actions">
      <SubmitButton look={look}>{send}</SubmitButton>
      <LinkButton href={href("/waiting")} reload>
        {stay}
      </LinkButton>
    </div>
  );
}
