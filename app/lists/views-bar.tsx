import type { Settled } from "../json-api/settle.ts";
import { Menu, MenuLink } from "../ui/menu.tsx";
import { NotLoadedLine } from "../ui/not-loaded.tsx";
import { type Tab, Tabs } from "../ui/tabs.tsx";

type ViewLink = Tab & { readonly isCurrent: boolean };

/** The saved views of a list, as its page shows them. */
export interface ShownViews {
  /** The list without search, filters and sort first; none where no view is saved. */
  readonly links: readonly ViewLink[];
  /** What there is no room for. */
  readonly more: readonly ViewLink[];
  /** Where the present view is changed; null where it is none, or nobody may. */
  readonly edit: string | null;
  /** Where the present search, filters and sort are saved; null where there is nothing to save. */
  readonly save: string | null;
  /** Whether they could be loaded. */
  readonly found: Settled<unknown>;
}

/** Links to a list's saved views, and to the page where one more is saved. */
export function ViewsBar({ views: { links, more, edit, found } }: { views: ShownViews }) {
  if (!found.ok) return <NotLoadedLine what="saved views" part={found} />;
  if (links.length === 0 && edit === null) return null;
  return (
    <div className="views">
      {links.length === 0 ? null : <Tabs look="seg" label="Saved views" tabs={links} />}
      {more.length === 0 ? null : (
        <Menu end button="quiet" label="More views">
          {more.map(({ label, href }) => (
            <MenuLink key={href} href={href}>
              {label}
            </MenuLink>
          ))}
        </Menu>
      )}
      {edit === null ? null : (
        <a className="btn quiet" href={edit}>
          Edit view
        </a>
      )}
    </div>
  );
}
