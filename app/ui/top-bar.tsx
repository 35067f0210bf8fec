import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Avatar, initialsOf } from "./avatar.tsx";
import { Menu, MenuLink } from "./menu.tsx";
import { withinSection } from "./tabs.tsx";
import { Count } from "./tag.tsx";

export type BarLink = {
  label: string;
  href: string;
  /** How many wait behind it, and what they are ("unread"). */
  count?: number;
  what?: string;
  /** The lines of its picture in the bar of phones, in a square of 16. Those without one are below More where there is no room. */
  icon?: string;
};

type TopBarProps = {
  /** Whose house this is; the menu behind it is the switcher. */
  workspace: { name: string; initials?: string };
  /** Lines of the switcher: `MenuHead`, `MenuLink`, forms with `MenuButton`. */
  switcher: ReactNode;
  /** The places to go; under 768 px, by letters of the usual size, they are at the bottom of the window. */
  links: readonly BarLink[];
  /** The way to the search; null where there is nothing to search. */
  search?: ReactNode;
  /** The way to what is new; null where nothing is told. */
  news?: ReactNode;
  account: { name: string; picture?: string | null };
  /** Lines of the account menu. */
  accountMenu: ReactNode;
};

/** The bar on every agent page. Opens, folds and works without scripts. */
export function TopBar({ workspace, switcher, links, search = null, news = null, account, accountMenu }: TopBarProps) {
  return (
    <header className="bar">
      <Menu
        label={
          <>
            <i className="mark" aria-hidden="true">
              {workspace.initials ?? initialsOf(workspace.name)}
            </i>
            <span>{workspace.name}</span>
          </>
        }
      >
        {switcher}
      </Menu>
      {links.length === 0 ? <span className="grow" /> : <BarNavigation links={links} />}
      {search}
      {news}
      <Menu
        end
        label={
          <>
            <Avatar name={account.name} picture={account.picture ?? null} />
            <span className="name">{account.name}</span>
          </>
        }
      >
        {accountMenu}
      </Menu>
    </header>
  );
}

const dots = "M2.5 7.5h1v1h-1zM7.5 7.5h1v1h-1zM12.5 7.5h1v1h-1z";

function BarNavigation({ links }: { links: readonly BarLink[] }) {
  const { pathname } = useLocation();
  const more = links.filter(({ icon }) => icon === undefined);
  return (
    <nav aria-label="Main">
      {links.map(({ label, href, icon, count = 0, what = "waiting" }) => (
        <a
          key={href}
          className={icon === undefined ? "later" : undefined}
          href={href}
          aria-current={withinSection(pathname, href) ? "page" : undefined}
        >
          <Icon lines={icon} />
          {label}
          <Count value={count} what={what} />
        </a>
      ))}
      {more.length === 0 ? null : (
        <Menu
          end
          label={
            <>
              <Icon lines={dots} />
              More<span className="vh"> places</span>
              <Count value={more.reduce((sum, { count = 0 }) => sum + count, 0)} what="unread" />
            </>
          }
        >
          {more.map(({ label, href, count = 0, what = "waiting" }) => (
            <MenuLink key={href} href={href} current={withinSection(pathname, href)}>
              {label}
              <Count value={count} what={what} />
            </MenuLink>
          ))}
        </Menu>
      )}
    </nav>
  );
}

function Icon({ lines }: { lines: string | undefined }) {
  if (lines === undefined) return null;
  return (
    <svg viewBox="0 0 16 16" width="20" fill="none" stroke="currentColor" strokeWidth="1.2" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}
