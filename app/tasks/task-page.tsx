import type { ReactNode } from "react";
import { taskPath, tasksPath } from "../record-paths.ts";
import { type Crumb, Page, PageHead } from "../ui/page.tsx";

type TaskPageProps = {
  /** The task that something is done to; null on pages about no single one. */
  task: { readonly id: string; readonly title: string } | null;
  title: string;
  /** The page's place in words, where the title is a question. */
  crumb?: string;
  subtitle: string;
  children: ReactNode;
};

/** Where a page about a task stands. @param last the page itself */
export function taskCrumbs(task: TaskPageProps["task"], last: string): Crumb[] {
  const one = task === null ? [] : [{ label: task.title, href: taskPath(task.id) }];
  return [{ label: "Tasks", href: tasksPath }, ...one, { label: last }];
}

/** A page where something is done to a task, with the way back to it. */
export function TaskPage({ task, title, crumb = title, subtitle, children }: TaskPageProps) {
  return (
    <Page narrow>
      <PageHead crumbs={taskCrumbs(task, crumb)} title={title} subtitle={subtitle} />
      {children}
    </Page>
  );
}
