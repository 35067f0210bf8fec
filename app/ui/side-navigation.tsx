import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { samePath, type Tab } from "./tabs.tsx";

type SideNavigationProps = { label: string; back: Tab; links: readonly Tab[]; children: ReactNode };

/** Pages that belong together: their links at the left, on narrow screens in a row above. `back` leads out of them. */
export function SideNavigation({ label, back, links, children }: SideNavigationProps) {
  const { pathname } = useLocation();
  return (
    <div className="aside">
      <nav aria-label={label}>
        <a className="back" href={back.href}>
          {back.label}
        </a>
        {links.map((link) => (
          <a key={link.href} href={link.href} aria-current={samePath(pathname, link.href) ? "page" : undefined}>
            {link.label}
          </a>
        ))}
      </nav>
      <div>{children}</div>
    </div>
  );
}
