import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Avatar, initialsOf } from "./avatar.tsx";
import { Icon, type IconName } from "./icon.tsx";
import { Menu, MenuLink } from "./menu.tsx";
import { withinSection } from "./tabs.tsx";
import { Count } from "./tag.tsx";

export type BarLink = {
  label: string;
  href: string;
  /** How many wait behind it, and what they are ("unread"); those that are `hot` are new. */
  count?: { readonly value: number; readonly what: string; readonly hot?: boolean };
  icon: IconName;
  /** Whether it is below More where there is no room. */
  isLater?: boolean;
};

type TopBarProps = {
  /** Whose house this is; the menu behind it is the switcher. */
  workspace: { name: string; initials?: string; logo?: string | null };
  /** Lines of the switcher: `MenuHead`, `MenuLink`, forms with `MenuButton`. */
  switcher: ReactNode;
  /** The places to go; under 768 px, by letters of the usual size, they are at the bottom of the window. */
  links: readonly BarLink[];
  /** The way to the search; null where there is nothing to search. */
  search?: ReactNode;
  /** The way to what is new; null where nothing is told. */
  news?: ReactNode;
  /** The way to what was not sent, while there is something. */
  waits?: ReactNode;
  account: { name: string; picture?: string | null };
  /** Lines of the account menu. */
  accountMenu: ReactNode;
};

/** The bar on every agent page. Opens, folds and works without scripts. */
export function TopBar({
  workspace,
  switcher,
  links,
  search = null,
  news = null,
  waits = null,
  account,
  accountMenu,
}: TopBarProps) {
  return (
    <header className="bar">
      <Menu
        isInBar
        label={
          <>
            <i className="mark" aria-hidden="true">
              {workspace.initials ?? initialsOf(workspace.name)}
              {workspace.logo ? <img src={workspace.logo} alt="" width={24} height={24} fetchPriority="low" /> : null}
            </i>
            <span>{workspace.name}</span>
          </>
        }
      >
        {switcher}
      </Menu>
      {links.length === 0 ? <span className="grow" /> : <BarNavigation links={links} />}
      {search}
      {waits}
      {news}
      <Menu
        end
        isInBar
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

function BarNavigation({ links }: { links: readonly BarLink[] }) {
  const { pathname } = useLocation();
  const later = links.filter(({ isLater }) => isLater);
  return (
    <nav aria-label="Main">
      {links.map(({ label, href, icon, count, isLater = false }) => (
        <a
          key={href}
          className={isLater ? "to later" : "to"}
          href={href}
          aria-current={withinSection(pathname, href) ? "page" : undefined}
        >
          {isLater ? null : <Icon name={icon} />}
          {label}
          {count === undefined || count.value === 0 ? null : (
            <span className="slot">
              <Count {...count} />
            </span>
          )}
        </a>
      ))}
      {later.length === 0 ? null : (
        <Menu
          end
          isInBar
          label={
            <>
              <Icon name="more" />
              More<span className="vh"> places</span>
            </>
          }
        >
          {later.map(({ label, href, icon, count }) => (
            <MenuLink key={href} href={href} current={withinSection(pathname, href)}>
              <Icon name={icon} />
              {count === undefined || count.value === 0 ? (
                label
              ) : (
                <>
                  <span className="grow">{label}</span>
                  <Count {...count} />
                </>
              )}
            </MenuLink>
          ))}
        </Menu>
      )}
    </nav>
  );
}
