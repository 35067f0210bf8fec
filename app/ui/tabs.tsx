import { useLocation } from "react-router";

export type Tab = {
  readonly label: string;
  readonly href: string;
  /** Whether it is the present one, where that is not said by the path. */
  readonly isCurrent?: boolean;
  /** How much is there; nothing is not said. */
  readonly count?: number;
};

type TabsProps = { label: string; tabs: readonly Tab[]; look?: "tabs" | "seg" };

/**
 * Tabs are pages of their own: links, the present one marked. `label` names the group for screen readers; as a `seg` they are ways
 * to look at the same thing. Where tabs have no room they scroll, and begin at the end that the present one is nearer to.
 */
export function Tabs({ label, tabs, look = "tabs" }: TabsProps) {
  const { pathname } = useLocation();
  const isPresent = ({ href, isCurrent = samePath(pathname, href) }: Tab) => isCurrent;
  const links = tabs.map((tab) => (
    <a key={tab.href} href={tab.href} aria-current={isPresent(tab) ? "page" : undefined}>
      {tab.label}
      {tab.count ? <span className="ml-0.5 muted small"> {tab.count}</span> : null}
    </a>
  ));
  const isLate = look === "tabs" && tabs.findIndex(isPresent) >= tabs.length / 2;
  return (
    <nav className={isLate ? "tabs flex-row-reverse" : look === "tabs" ? "tabs max-sm:gap-2" : look} aria-label={label}>
      {isLate ? <div className="flex flex-[1_0_auto] gap-2.5 max-sm:gap-2">{links}</div> : links}
    </nav>
  );
}

/** Whether two paths name the same page, with or without a trailing slash. */
export function samePath(left: string, right: string): boolean {
  return trim(left) === trim(right);
}

/** Whether `pathname` is `section` or lies below it. */
export function withinSection(pathname: string, section: string): boolean {
  return `${trim(pathname)}/`.startsWith(`${trim(section)}/`);
}

function trim(path: string): string {
  const [bare = ""] = path.split(/[?#]/, 1);
  return bare.replace(/(?<!\/)\/+$/, "");
}
