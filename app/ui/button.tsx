import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent } from "react";
import { useFormBusy } from "./form-busy.tsx";
import { useSendAddress } from "./send-address.ts";

/** `go` is the page's one primary action, `quiet` has no frame, `bad` takes something away; `only` is for a picture alone. */
export type ButtonLook = "plain" | "go" | "quiet" | "quiet only" | "bad" | "tick" | "tick on";

export const buttonClasses: Readonly<Record<ButtonLook, string>> = {
  plain: "btn",
  go: "btn go",
  quiet: "btn quiet",
  "quiet only": "btn quiet only",
  bad: "btn bad",
  tick: "tick",
  "tick on": "tick on",
};

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "style"> & {
  look?: ButtonLook;
  busy?: boolean;
};

/** A button that needs scripts to do something; inside forms use `SubmitButton`. Busy: disabled, with a spinner. */
export function Button({ look = "plain", busy = false, type = "button", disabled, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClasses[look]}
      disabled={busy || disabled}
      aria-busy={busy ? true : undefined}
    />
  );
}

type SubmitButtonProps = Omit<ButtonProps, "type" | "onClick" | "formAction"> & { formAction?: string };

/** Sends the form it stands in. While that form is on its way it is disabled and spins, with scripts or the enhancer. */
export function SubmitButton({ look = "go", busy = false, formAction, ...rest }: SubmitButtonProps) {
  const sending = useFormBusy();
  const address = useSendAddress(formAction);
  const elsewhere = formAction === undefined ? {} : { formAction: address };
  return <Button {...rest} {...elsewhere} look={look} type="submit" busy={busy || sending} onClick={sendOnce} />;
}

type TickButtonProps = { id: string; verb: string; what: string; isOn?: boolean };

/** Sends its form, and is drawn like a checkbox: the only look of "Done". Its word is for those who hear it. */
export function TickButton({ id, verb, what, isOn = false }: TickButtonProps) {
  return (
    <SubmitButton id={id} look={isOn ? "tick on" : "tick"} aria-label={`${verb}: ${what}`} title={verb}>
      <span className="vh">{verb}</span>
    </SubmitButton>
  );
}

/** The second press of a double click comes before the button shows that it is busy. */
function sendOnce(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

type LinkButtonProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className" | "style" | "href"> & {
  href: string;
  look?: ButtonLook;
  /** Leave the page by a full load: towards pages without scripts. */
  reload?: boolean;
};

/** A link that looks like a button: goes somewhere, changes nothing. */
export function LinkButton({ look = "plain", reload = false, ...rest }: LinkButtonProps) {
  return <a {...rest} className={buttonClasses[look]} data-reload={reload ? "" : undefined} />;
}
