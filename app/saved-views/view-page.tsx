import type { ReactNode } from "react";
import { Page, PageHead } from "../ui/page.tsx";

/** The list that a view belongs to, in the state that the page is about. */
export interface ViewedList {
  readonly title: string;
  readonly path: string;
}

type ViewPageProps = { list: ViewedList; title: string; subtitle: string; children: ReactNode };

/** A page where something is done to a saved view, with the way back to its list. */
export function ViewPage({ list, title, subtitle, children }: ViewPageProps) {
  return (
    <Page narrow>
      <PageHead crumbs={[{ label: list.title, href: list.path }, { label: title }]} title={title} subtitle={subtitle} />
      {children}
    </Page>
  );
}
