import type { ReactNode } from "react";
import { tasksPath } from "../record-paths.ts";
import { type Crumb, Page, PageHead } from "../ui/page.tsx";
import { templatesPath } from "./task-list.ts";

type TemplatePageProps = { title: string; subtitle: string; children: ReactNode };

/** Where a page about a template stands. @param last the page itself */
export function templateCrumbs(last: string): Crumb[] {
  return [{ label: "Tasks", href: tasksPath }, { label: "Templates", href: templatesPath }, { label: last }];
}

/** A page where something is done to a template, with the way back to all of them. */
export function TemplatePage({ title, subtitle, children }: TemplatePageProps) {
  return (
    <Page narrow>
      <PageHead crumbs={templateCrumbs(title)} title={title} subtitle={subtitle} />
      {children}
    </Page>
  );
}
