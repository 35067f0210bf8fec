import type { ReactNode } from "react";
import { type Crumb, Page, PageHead } from "../ui/page.tsx";

type ImportPageProps = {
  place: ImportPlace;
  crumbs: readonly Crumb[];
  title: string;
  subtitle?: string;
  children: ReactNode;
};

/** A page about an import. */
export function ImportPage({ place, crumbs, title, subtitle, children }: ImportPageProps) {
  return (
    <Page narrow>
      <PageHead crumbs={[place.list, ...crumbs]} title={title} {...(subtitle === undefined ? {} : { subtitle })} />
      {children}
    </Page>
  );
}

export interface ImportPlace {
  readonly list: Required<Crumb>;
  readonly newPath: string;
  readonly importPath: (id: string) => string;
  readonly columnsPath: (id: string) => string;
}
