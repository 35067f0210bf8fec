import { prefix, route } from "@react-router/dev/routes";

/** The pages of tasks. */
export const taskPages = [
  route("tasks", "tasks/index.tsx", [route(":taskId/due", "tasks/due-date.tsx")]),
  ...prefix("tasks", [
    route("new", "tasks/new.tsx"),
    route("templates", "tasks/templates.tsx"),
    route("templates/new", "tasks/template-new.tsx"),
    route("templates/:taskTemplateId/edit", "tasks/template-edit.tsx"),
    route("templates/:taskTemplateId/removal", "tasks/template-remove.tsx"),
    route(":taskId", "tasks/show.tsx"),
    route(":taskId/edit", "tasks/edit.tsx"),
    route(":taskId/completion", "tasks/complete.tsx"),
    route(":taskId/completion/removal", "tasks/reopen.tsx"),
    route(":taskId/removal", "tasks/remove.tsx"),
  ]),
];
