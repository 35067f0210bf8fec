import { data, type RouterContextProvider } from "react-router";
import type { FormReply } from "../forms/form-reply.ts";
import type { ValidForm } from "../forms/read-form.server.ts";
import { sendForm } from "../forms/submit-form.server.ts";
import { apiOf } from "../session/session.server.ts";
import type { To } from "../session/store.ts";
import { type AboutQuestion, understandAbout } from "./about.server.ts";
import type { DecidedTask, TypedTask } from "./task.ts";

/** The form again; with what has to be asked when the typed text does not say what the task is about. */
export type TaskReply<Current> = FormReply<Current> & { readonly question?: AboutQuestion };

/** Writes a task once it is clear what it is about, or shows the form again with the question. */
export async function submitTask<Current extends { readonly etag: string | null } = never>(
  context: Readonly<RouterContextProvider>,
  form: ValidForm<TypedTask>,
  write: (decided: DecidedTask, key: string) => Promise<To>,
  current?: () => Promise<Current>,
): Promise<Response | ReturnType<typeof data<TaskReply<Current>>>> {
  let question: AboutQuestion | null = null;
  const ask = (asked: AboutQuestion) =>
    data({ ...form.reply<never>({ fieldErrors: asked.fieldErrors }).data, question: asked }, { status: 409 });
  const decide = async (key: string) => {
    // Looked for inside, so that of parallel sends one looks.
    const meaning = await understandAbout(apiOf(context), form.value);
    if ("question" in meaning) {
      question = meaning.question;
      throw ask(meaning.question);
    }
    const { title, dueOn, repeat, assignee, isVisibleToClient } = form.value;
    return write({ title, dueOn, repeat, assignee, isVisibleToClient, about: meaning.about }, key);
  };
  try {
    return await sendForm<TypedTask, Current>(context, form, decide, current);
  } catch (error) {
    if (question !== null) return ask(question);
    throw error;
  }
}
