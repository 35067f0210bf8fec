import { columnOrders, withPresentOrder } from "../lists/column-orders.server.ts";
import type { Obeys } from "../lists/list-filters.ts";
import { listQuery } from "../lists/list-state.ts";
import { tasksPath } from "../record-paths.ts";
import { orderOf, orders, type TaskListState, type TaskOrder } from "./task-list.ts";

/** What the list's headings and its filters have to choose from. Made on the server, since every hydrating page loads what a browser makes. */

const titles = { ascending: "title", descending: "-title", first: "ascending" } as const;

/** The orders that the service has, and the headings that sort by them. */
export function listChoices(state: TaskListState, obeys: Obeys) {
  const isDone = state.group === "done";
  const usual = isDone ? "-done" : "due";
  const named = [
    { value: "", label: isDone ? "Last completed first" : "Due first" },
    isDone ? { value: "done", label: "First completed first" } : { value: "-due", label: "Due last" },
    { value: "title", label: "Title" },
    { value: "new", label: "Newest first" },
  ];
  const offered = named.filter(({ value }) => value === "" || obeys(`sort=${sortNamed(value)}`));
  const sort = orderOf(state);
  const present = { names: orders, sort, obeys };
  const dates = isDone
    ? ({ Done: { ascending: "done", descending: "-done", first: "descending" } } as const)
    : ({ Due: { ascending: "due", descending: "-due", first: "ascending" } } as const);
  return {
    orders: sort === usual ? offered : withPresentOrder(offered, present),
    columns: columnOrders<TaskOrder>(
      { Task: titles, ...dates },
      { ...present, hrefOf: (order) => tasksPath + listQuery({ ...state, sort: order === usual ? null : order }) },
    ),
  };
}

const sortNamed = (value: string) => Object.entries(orders).find(([name]) => name === value)?.[1] ?? value;
