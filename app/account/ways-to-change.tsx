import { href } from "react-router";
import { LinkedAccountRow, type LinkedAccountRowProps } from "../sign-in/openid/linked-account-row.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Row, Rows, Sheet } from "../ui/page.tsx";
import { showTimeZone } from "../ui/time-zone-choices.ts";

type WaysToChangeProps = {
  name: string;
  email: string;
  picture: string | null;
  /** Null where the service does not say. */
  hasPassword: boolean | null;
  /** Null where no provider is set. */
  linked: LinkedAccountRowProps | null;
  /** Of the workspace; null where the service does not say. */
  timeZone: string | null;
};

/** What has pages of its own: the photo, the email address, the password, and where the time zone comes from. */
export function WaysToChange({ name, email, picture, linked, hasPassword, timeZone }: WaysToChangeProps) {
  return (
    <div className="mt-2">
      <Sheet>
        <Rows label="More about your account">
          <Row>
            <div className="who">
              <Avatar name={name} picture={picture} />
              <div>
                <b>Photo</b>
                <div className="muted small">{picture === null ? "Clients see your initials." : "Clients see it."}</div>
              </div>
            </div>
            <LinkButton href={href("/account/photo")}>{picture === null ? "Add photo" : "Change photo"}</LinkButton>
          </Row>
          <Row>
            <div>
              <b>Email</b>
              <div className="muted small">{email}</div>
            </div>
            {hasPassword === null ? null : <LinkButton href={href("/settings/account/email")}>Change email</LinkButton>}
          </Row>
          <Row>
            <div>
              <b>Password</b>
              <div className="muted small">Changing it signs you out on your other devices.</div>
            </div>
            <PasswordLink hasPassword={hasPassword} />
          </Row>
          {linked === null ? null : <LinkedAccountRow {...linked} />}
          <Row>
            <div>
              <b>Two-step sign-in</b>
              <div className="muted small">A code from your phone, besides your password or emailed link.</div>
            </div>
            <LinkButton href={href("/settings/account/two-step")}>Two-step sign-in</LinkButton>
          </Row>
          <Row>
            <div>
              <b>Where you're signed in</b>
              <div className="muted small">See your devices, and sign out of those you don't use.</div>
            </div>
            <LinkButton href={href("/settings/account/sessions")}>Show devices</LinkButton>
          </Row>
          <Row>
            <div>
              <b>Calendar address</b>
              <div className="muted small">Your showings, deadlines and tasks in your own calendar.</div>
            </div>
            <LinkButton href={href("/settings/account/calendar")}>Calendar address</LinkButton>
          </Row>
          {timeZone === null ? null : (
            <Row>
              <div>
                <b>Time zone</b>
                <div className="muted small">{showTimeZone(timeZone)}, as set for this workspace.</div>
              </div>
            </Row>
          )}
        </Rows>
      </Sheet>
    </div>
  );
}

/** Without a password one is set by a mailed link. */
function PasswordLink({ hasPassword }: { hasPassword: boolean | null }) {
  return hasPassword === false ? (
    <LinkButton href={href("/password/forgotten")} reload>
      Set a password
    </LinkButton>
  ) : (
    <LinkButton href={href("/account/password")}>Change password</LinkButton>
  );
}
