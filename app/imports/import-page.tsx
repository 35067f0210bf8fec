import type { ReactNode } from "react";
import { type Crumb, Page, PageHead } from "../ui/page.tsx";
import type { ImportPlace } from "./import-place.ts";

type ImportPageProps = {
  place: ImportPlace;
  /** Below the list of the records. */
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
