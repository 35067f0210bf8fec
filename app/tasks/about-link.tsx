import type { TaskRow } from "./task-row.ts";

/** What a task is about, with the way to it; its name alone where there is no page of it for the reader. */
export function AboutLink({ about: { name, href } }: { about: NonNullable<TaskRow["about"]> }) {
  if (href === null) return name;
  return (
    <a className="link" href={href}>
      {name}
    </a>
  );
}
