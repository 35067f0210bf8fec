import type { ReactNode } from "react";
import type { FieldProps } from "../ui/field-frame.tsx";
import { SelectField } from "../ui/fields.tsx";
import { type Crumb, Page, PageHead } from "../ui/page.tsx";
import { type DocumentItem, itemPath } from "./document-item.ts";
import { placePath } from "./place.ts";

type FormPageProps = {
  crumbs: readonly Crumb[];
  title: string;
  /** The last breadcrumb, where the title is too long for one. */
  crumb?: string;
  subtitle?: ReactNode;
  children: ReactNode;
};

/** A page with a form about a document, a folder or a place. */
export function FormPage({ crumbs, title, crumb = title, subtitle, children }: FormPageProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[...crumbs, { label: crumb }]}
        title={title}
        {...(subtitle === undefined ? {} : { subtitle })}
      />
      {children}
    </Page>
  );
}

/** The way to a document or folder by the folder that it is in: short, so that nothing has to be fetched for it. */
export function crumbsTo(item: DocumentItem): Crumb[] {
  return [
    { label: item.folderName ?? holderWord(item), href: placePath(item) },
    { label: item.name, href: itemPath(item) },
  ];
}

function holderWord({ packageId, clientId }: DocumentItem): string {
  if (packageId !== null) return "Property";
  return clientId === null ? "Documents" : "Client";
}

const ways = [
  { value: "", label: "Ask me" },
  { value: "keep_both", label: "Keep both and add a number" },
];

/** What to do where another document has the name. */
export function ClashField({ field }: Pick<FieldProps, "field">) {
  return <SelectField field={field} label="If the name is taken" options={ways} />;
}
