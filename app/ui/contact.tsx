import { phoneText } from "../../spelling/phone-text.ts";
import { type ButtonLook, buttonClasses } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** Characters up to which a number stays on one line. */
const shortPhone = 24;

/** A phone number. */
export function Phone({ typed }: { typed: string }) {
  return <span className={typed.length > shortPhone ? undefined : "num"}>{phoneText(typed)}</span>;
}

const icons = { Call: "phone", Message: "message" } as const;

type ContactButtonProps = {
  act: keyof typeof icons;
  name: string;
  /** Dials their number, or leads to where one writes to them; null where that cannot be. */
  to: string | null;
  look?: ButtonLook;
  hasIcon?: boolean;
};

/** A button to call a client, or to write to them. */
export function ContactButton({ act, name, to, look = "quiet", hasIcon = false }: ContactButtonProps) {
  if (to === null) return null;
  return (
    <a className={buttonClasses[look]} href={to} aria-label={`${act} ${name}`}>
      {hasIcon ? <Icon name={icons[act]} /> : null}
      {act}
    </a>
  );
}

type ContactLineProps = { email: string | null; phoneNumber: string | null; call: string | null };

/** A client's email and phone number in a line; the number is called by a click where that is possible. */
export function ContactLine({ email, phoneNumber, call }: ContactLineProps) {
  return (
    <>
      {email}
      {email === null || phoneNumber === null ? null : " · "}
      {phoneNumber === null ? null : call === null ? (
        <Phone typed={phoneNumber} />
      ) : (
        <a href={call}>
          <Phone typed={phoneNumber} />
        </a>
      )}
    </>
  );
}
