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
 * to look at the same thing.
 */
export function Tabs({ label, tabs, look = "tabs" }: TabsProps) {
  const { pathname } = useLocation();
  return (
    <nav className={look} aria-label={label}>
      {tabs.map(({ label, href, isCurrent = samePath(pathname, href), count = 0 }) => (
        <a key={href} href={href} aria-current={isCurrent ? "page" : undefined}>
          {label}
          {count === 0 ? null : <span className="muted small"> {count}</span>}
        </a>
      ))}
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
