import { allows } from "../json-api/resource.ts";
import type { Settled } from "../json-api/settle.ts";
import { LinkButton } from "../ui/button.tsx";
import { DateTime } from "../ui/date-time.tsx";
import { LinkedText } from "../ui/linked-text.tsx";
import { isAbsent, NotLoadedLine } from "../ui/not-loaded.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { WholeEmail } from "../ui/whole-email.tsx";
import { decisionPath, doubtOf, type InboundMail, looksAutomatic } from "./inbound-mail.ts";

const title = "Replies by email to check";

/** Replies by email of which it is not proved who sent them. Nothing where there is none. */
export function InboundMailsPanel({ mails }: { mails: Settled<readonly InboundMail[]> }) {
  if (!mails.ok) {
    return isAbsent(mails) ? null : (
      <Sheet title={title}>
        <NotLoadedLine what="replies by email" part={mails} />
      </Sheet>
    );
  }
  if (mails.data.length === 0) return null;
  const automatic = mails.data.filter(looksAutomatic);
  const doubtful = mails.data.filter((mail) => !looksAutomatic(mail));
  return (
    <Sheet title={title}>
      {doubtful.length === 0 ? null : <MailRows mails={doubtful} />}
      {automatic.length === 0 ? null : (
        <details>
          <summary className="pad">
            {automatic.length === 1 ? "1 email that looks automatic" : `${automatic.length} emails that look automatic`}
          </summary>
          <MailRows mails={automatic} />
        </details>
      )}
    </Sheet>
  );
}

function MailRows({ mails }: { mails: readonly InboundMail[] }) {
  return (
    <Rows label={title}>
      {mails.map((mail) => (
        <MailRow key={mail.id} mail={mail} />
      ))}
    </Rows>
  );
}

function MailRow({ mail }: { mail: InboundMail }) {
  const { authorName, body, original, attachmentNames, isOfStaff, insertedAt } = mail;
  return (
    <Row>
      <div>
        <b>As a reply of {authorName}</b>
        <div className="muted small">
          <DateTime value={insertedAt} />
        </div>
        <p className="lines" dir="auto">
          <LinkedText text={body} />
        </p>
        <WholeEmail label="Show the rest" text={original} />
        {attachmentNames.length === 0 ? null : (
          <p className="small" dir="auto">
            Attachments, added once you accept: {attachmentNames.join(", ")}
          </p>
        )}
        <p className="small">
          {doubtOf(mail)} The client sees nothing of it until you accept{isOfStaff ? "; then it is sent" : ""}.
        </p>
        <div className="actions">
          {allows(mail, "accept") ? (
            <LinkButton href={decisionPath(mail, "acceptance")}>Accept reply</LinkButton>
          ) : null}
          {allows(mail, "dismiss") ? (
            <LinkButton href={decisionPath(mail, "dismissal")} look="quiet">
              Dismiss reply
            </LinkButton>
          ) : null}
        </div>
      </div>
    </Row>
  );
}
