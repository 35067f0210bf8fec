import type { ReactNode } from "react";
import { packagePath, packagesPath } from "../record-paths.ts";
import { type Crumb, Page, PageHead } from "../ui/page.tsx";

type PackagePageProps = {
  item: { readonly id: string; readonly street: string };
  title: string;
  /** The page's name in the breadcrumb, where the title is a question. */
  crumb?: string;
  subtitle: string;
  children?: ReactNode;
};

/** Where a page about a property stands. @param last the page itself */
export function packageCrumbs({ id, street }: PackagePageProps["item"], last: string): Crumb[] {
  return [{ label: "Properties", href: packagesPath }, { label: street, href: packagePath(id) }, { label: last }];
}

/** A page with a form about a property, and the way back to it. */
export function PackagePage({ item, title, crumb = title, subtitle, children }: PackagePageProps) {
  return (
    <Page narrow>
      <PageHead crumbs={packageCrumbs(item, crumb)} title={title} subtitle={subtitle} />
      {children}
    </Page>
  );
}
