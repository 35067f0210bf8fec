import type { ReactNode } from "react";
import { Breadcrumb, Page, PageHead } from "../ui/page.tsx";
import { listPath, packagePath } from "./package-list.ts";

type PackagePageProps = {
  item: { readonly id: string; readonly street: string };
  title: string;
  /** The page's place in words, where the title is a question. */
  crumb?: string;
  subtitle: string;
  children: ReactNode;
};

/** A page where something is done to a package, with the way back to it. */
export function PackagePage({ item, title, crumb = title, subtitle, children }: PackagePageProps) {
  return (
    <Page narrow>
      <Breadcrumb
        items={[
          { label: "Properties", href: listPath },
          { label: item.street, href: packagePath(item.id) },
          { label: crumb },
        ]}
      />
      <PageHead title={title} subtitle={subtitle} />
      {children}
    </Page>
  );
}
