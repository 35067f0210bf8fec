import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Avatar, initialsOf } from "./avatar.tsx";
import { Menu, MenuLine, MenuLink } from "./menu.tsx";
import { withinSection } from "./tabs.tsx";
import { Count } from "./tag.tsx";

export type BarLink = {
  label: string;
  href: string;
  /** How many wait behind it, and what they are ("unread"). */
  count?: number;
  what?: string;
};

type TopBarProps = {
  /** Whose house this is; the menu behind it is the switcher. */
  workspace: { name: string; initials?: string };
  /** Lines of the switcher: `MenuHead`, `MenuLink`, forms with `MenuButton`. */
  switcher: ReactNode;
  /** The places to go; under 1024 px, by letters of the usual size, they stand in the switcher's menu. */
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
        <nav className="narrow" aria-label="Main">
          <BarLinks links={links} inMenu />
          <MenuLine />
        </nav>
        {switcher}
      </Menu>
      <nav aria-label="Main">
        <BarLinks links={links} />
      </nav>
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

function BarLinks({ links, inMenu = false }: { links: readonly BarLink[]; inMenu?: boolean }) {
  const { pathname } = useLocation();
  return links.map((link) => {
    const current = withinSection(pathname, link.href);
    const words = (
      <>
        {link.label}
        <Count value={link.count ?? 0} what={link.what ?? "waiting"} />
      </>
    );
    return inMenu ? (
      <MenuLink key={link.href} href={link.href} current={current}>
        {words}
      </MenuLink>
    ) : (
      <a key={link.href} href={link.href} aria-current={current ? "page" : undefined}>
        {words}
      </a>
    );
  });
}
