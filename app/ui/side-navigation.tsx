import { Fragment, type ReactNode } from "react";
import { useLocation } from "react-router";
import { Menu, MenuLine, MenuLink } from "./menu.tsx";
import { samePath, type Tab, withinSection } from "./tabs.tsx";

type SideNavigationProps = {
  label: string;
  back: Tab;
  /** On the menu where no link is the present page's. */
  all: string;
  /** The links in their groups, a line between each two. */
  groups: readonly (readonly Tab[])[];
  children: ReactNode;
};

/** Pages that belong together: their links at the left, on narrow screens in a menu. `back` leads out of them. */
export function SideNavigation({ label, back, all, groups, children }: SideNavigationProps) {
  const { pathname } = useLocation();
  const present = groups.flat().find(({ href }) => withinSection(pathname, href));
  return (
    <div className="grid items-start gap-3 md:grid-cols-[208px_minmax(0,1fr)]">
      <nav className="aside grid gap-0.5 max-md:flex max-md:items-center max-md:justify-between" aria-label={label}>
        <a className="back item gap-0.5 [font-weight:600] max-md:w-auto max-md:px-0" href={back.href}>
          {back.label}
        </a>
        <Menu end button="plain" label={present?.label ?? all}>
          {groups.map((links, index) => (
            <Fragment key={links[0]?.href}>
              {index === 0 ? null : <MenuLine />}
              {links.map((link) => (
                <MenuLink key={link.href} href={link.href} current={link === present}>
                  {link.label}
                </MenuLink>
              ))}
            </Fragment>
          ))}
        </Menu>
        {groups.map((links) => (
          <ul
            key={links[0]?.href}
            className="grid gap-0.5 max-md:hidden [&+ul]:pt-0.5 [&+ul]:[border-top:1px_solid_var(--color-line)]"
          >
            {links.map((link) => (
              <li key={link.href}>
                <a className="item" href={link.href} aria-current={currentOf(link, present, pathname)}>
                  {link.label}
                </a>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="min-w-0 max-w-70 has-[table]:max-w-none">{children}</div>
    </div>
  );
}

/** A page below a link is not the link's own page. */
function currentOf(link: Tab, present: Tab | undefined, pathname: string): "page" | "true" | undefined {
  if (link !== present) return undefined;
  return samePath(pathname, link.href) ? "page" : "true";
}
