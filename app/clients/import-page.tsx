import type { ReactNode } from "react";
import { type Crumb, Page, PageHead } from "../ui/page.tsx";
import { listPath } from "./client-list.ts";

type ImportPageProps = {
  /** Below "Clients". */
  crumbs: readonly Crumb[];
  title: string;
  subtitle?: string;
  children: ReactNode;
};

/** A page about an import of clients. */
export function ImportPage({ crumbs, title, subtitle, children }: ImportPageProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label: "Clients", href: listPath }, ...crumbs]}
        title={title}
        {...(subtitle === undefined ? {} : { subtitle })}
      />
      {children}
    </Page>
  );
}
