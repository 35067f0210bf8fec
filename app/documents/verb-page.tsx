import type { ReactNode } from "react";
import { Breadcrumb, type Crumb, Page, PageHead } from "../ui/page.tsx";
import type { Document, Folder } from "./document.ts";
import { documentPath, folderPath, type Holder, placePath } from "./place.ts";

type VerbPageProps = {
  /** The way to what something is done to. */
  crumbs: readonly Crumb[];
  title: string;
  /** The page's place in words, where the title is a question. */
  crumb?: string;
  subtitle?: ReactNode;
  children: ReactNode;
};

/** A page where something is done to a document or a folder, with the way back to it. */
export function VerbPage({ crumbs, title, crumb = title, subtitle, children }: VerbPageProps) {
  return (
    <Page narrow>
      <Breadcrumb items={[...crumbs, { label: crumb }]} />
      <PageHead title={title} {...(subtitle === undefined ? {} : { subtitle })} />
      {children}
    </Page>
  );
}

/** To a document by the folder that it lies in: the short way, for which nobody has to be asked. */
export function crumbsTo({
  id,
  label,
  folder,
  folderId,
  ...holder
}: Pick<Document, "id" | "label" | "folder" | "folderId"> & Holder): Crumb[] {
  const above = { label: folder?.name ?? wordFor(holder), href: placePath({ folderId, ...holder }) };
  return [above, { label, href: documentPath(id) }];
}

/** The same to a folder. */
export function crumbsToFolder({ id, name, parentId, ancestors, packageId, clientId }: Folder): Crumb[] {
  const holder = { packageId, clientId };
  const parent = ancestors?.at(-1)?.name ?? wordFor(holder);
  return [
    { label: parent, href: placePath({ folderId: parentId, ...holder }) },
    { label: name, href: folderPath(id) },
  ];
}

function wordFor({ packageId, clientId }: Holder): string {
  if (packageId !== null) return "Property";
  return clientId === null ? "Documents" : "Client";
}
