import { prefix, route } from "@react-router/dev/routes";

/** The pages of tasks. */
export const taskPages = [
  route("tasks", "tasks/index.tsx", [route(":taskId/due", "tasks/due-date.tsx")]),
  ...prefix("tasks", [
    route("new", "tasks/edit.tsx", { id: "task-new" }),
    route("templates", "tasks/templates.tsx"),
    route("templates/new", "tasks/template-edit.tsx", { id: "task-template-new" }),
    route("templates/:taskTemplateId/edit", "tasks/template-edit.tsx"),
    route("templates/:taskTemplateId/removal", "tasks/template-remove.tsx"),
    route(":taskId", "tasks/show.tsx"),
    route(":taskId/edit", "tasks/edit.tsx"),
    route(":taskId/completion", "tasks/complete.tsx"),
    route(":taskId/completion/removal", "tasks/complete.tsx", { id: "task-reopen" }),
    route(":taskId/removal", "tasks/remove.tsx"),
  ]),
];
