import type { ReactNode } from "react";
import { type ButtonLook, buttonClasses } from "./button.tsx";
import { Icon } from "./icon.tsx";

type MenuProps = {
  label: ReactNode;
  end?: boolean;
  /** Looks as the buttons beside it. */
  button?: ButtonLook;
  /** Looks as the places of the bar do. */
  isInBar?: boolean;
  children: ReactNode;
};

/**
 * A menu that opens without scripts. Menus close each other (same `name`); the enhancer closes them on Escape, on a click
 * outside and when a link inside is followed. `end` hangs it from the right edge.
 */
export function Menu({ label, end = false, button, isInBar = false, children }: MenuProps) {
  return (
    <details className={end ? "menu menu-end" : "menu"} name="menu">
      <summary className={isInBar ? "to" : button && buttonClasses[button]}>{label}</summary>
      <div>{children}</div>
    </details>
  );
}

/** What a menu of less used actions is called: three dots, and the words for those who hear it. @param of whose, in a list */
export function MoreLabel({ of }: { of?: string }) {
  return (
    <>
      <Icon name="more" />
      <span className="vh">{of === undefined ? "More" : `Actions for ${of}`}</span>
    </>
  );
}

type MenuLinkProps = { href: string; current?: boolean; reload?: boolean; download?: boolean; children: ReactNode };

/** A line of a menu that goes somewhere. */
export function MenuLink({ href, current = false, reload = false, download = false, children }: MenuLinkProps) {
  return (
    <a
      className="item"
      href={href}
      aria-current={current ? "page" : undefined}
      data-reload={reload ? "" : undefined}
      download={download ? true : undefined}
    >
      {children}
    </a>
  );
}

/** The last line of a record's menu, apart from what can be taken back by a click. */
export function MenuDelete({ href }: { href: string }) {
  return (
    <>
      <hr className="first:hidden" />
      <a className="item text-bad" href={href}>
        Delete
      </a>
    </>
  );
}

type MenuButtonProps = {
  current?: boolean;
  /** What it says in the form. */
  name?: string;
  value?: string;
  children: ReactNode;
};

/** A line of a menu that sends the form around it. */
export function MenuButton({ current = false, name, value, children }: MenuButtonProps) {
  return (
    <button className="item" type="submit" name={name} value={value} aria-current={current ? "true" : undefined}>
      {children}
    </button>
  );
}

/** A heading among the lines. */
export function MenuHead({ children }: { children: ReactNode }) {
  return <div className="menu-head">{children}</div>;
}

/** A sentence about the lines below it. */
export function MenuHint({ children }: { children: ReactNode }) {
  return <p className="hint pad">{children}</p>;
}

/** A hairline between groups of lines. */
export function MenuLine() {
  return <hr />;
}
