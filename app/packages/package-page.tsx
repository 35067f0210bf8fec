import type { ComponentProps, ReactNode } from "react";
import { Confirmation } from "../forms/forms.tsx";
import { Page, PageHead } from "../ui/page.tsx";
import { listPath, packagePath } from "./package-list.ts";

type PackagePageProps = {
  item: { readonly id: string; readonly street: string };
  title: string;
  /** The page's name in the breadcrumb, where the title is a question. */
  crumb?: string;
  subtitle: string;
  children?: ReactNode;
};

/** A page with a form about a property, and the way back to it. */
export function PackagePage({ item, title, crumb = title, subtitle, children }: PackagePageProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[
          { label: "Properties", href: listPath },
          { label: item.street, href: packagePath(item.id) },
          { label: crumb },
        ]}
        title={title}
        subtitle={subtitle}
      />
      {children}
    </Page>
  );
}

type ConfirmationProps = ComponentProps<typeof Confirmation>;
type PackageConfirmationProps = PackagePageProps & Omit<ConfirmationProps, "cancel"> & Partial<ConfirmationProps>;

/** A page that asks before something is done to a property. Canceling leads to the property unless `cancel` says where. */
export function PackageConfirmation({ start, reply, send, look, cancel, children, ...page }: PackageConfirmationProps) {
  const back = cancel ?? packagePath(page.item.id);
  return (
    <PackagePage crumb={send} {...page}>
      {children}
      <Confirmation start={start} reply={reply} send={send} cancel={back} {...(look !== undefined && { look })} />
    </PackagePage>
  );
}
