import type { ReactNode } from "react";
import { Page, PageHead } from "../ui/page.tsx";
import { tasksPath, templatesPath } from "./task-list.ts";

type TemplatePageProps = { title: string; subtitle: string; children: ReactNode };

/** A page where something is done to a template, with the way back to all of them. */
export function TemplatePage({ title, subtitle, children }: TemplatePageProps) {
  return (
    <Page narrow>
      <PageHead
        crumbs={[{ label: "Tasks", href: tasksPath }, { label: "Templates", href: templatesPath }, { label: title }]}
        title={title}
        subtitle={subtitle}
      />
      {children}
    </Page>
  );
}
