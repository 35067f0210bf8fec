import { data, type RouterContextProvider } from "react-router";
import type { FormAnswer } from "../forms/forms.server.ts";
import { settle } from "../json-api/settle.ts";
import { apiOf, logFaults } from "../session/session.server.ts";

/**
 * The answer to a form that was refused, with what can be chosen: whatever was ticked may have been searched for.
 * @param list what can be chosen, that which was ticked first; where its calls fail, the page shows what it began with
 */
export async function withChoices<Choices>(
  context: Readonly<RouterContextProvider>,
  answer: FormAnswer,
  list: () => Promise<Choices>,
) {
  const current = await settle(apiOf(context), list, logFaults(context));
  return data({ ...answer.data, current: current.ok ? current.data : null }, answer.init ?? {});
}

/** The texts sent in a form under a name, without its files. */
export function textsOf(posted: FormData, name: string): readonly string[] {
  return posted.getAll(name).filter((value) => typeof value === "string");
}
