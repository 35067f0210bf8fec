import type { RouterContextProvider } from "react-router";
import type * as z from "zod/mini";
import { type FormAnswer, FormRefusal, readForm, writeForm } from "../../forms/forms.server.ts";
import type { Api } from "../../json-api/api.ts";
import { ApiError } from "../../json-api/api-error.ts";
import { limitAttempts, tooMany } from "../../session/attempts.server.ts";
import { currentUserOf, identityApiOf, loadOffered } from "../../session/session.server.ts";
import type { To } from "../../session/store.ts";
import type { FormSchema } from "../../ui/form-parse.ts";
import { fetchTwoStep, type TwoStep } from "./second-step.server.ts";

type Context = Readonly<RouterContextProvider>;

/** The current user's second step. @throws 501 where the service knows none */
export function loadTwoStep(context: Context): Promise<TwoStep> {
  return loadOffered(fetchTwoStep(identityApiOf(context)), "The connected service doesn't offer two-step sign-in.");
}

const tooManyTries = tooMany("Nothing was changed.");

/**
 * The action of a form with a password or a code: tries are counted as those to sign in are.
 * @param write returns where to go; called once however often the form is sent
 */
export async function submitProved<Schema extends FormSchema>(
  { request, context }: { readonly request: Request; readonly context: Context },
  schema: Schema,
  write: (api: Api, value: z.output<Schema>) => Promise<To>,
): Promise<Response | FormAnswer<never>> {
  const form = await readForm(request, schema, context, { inAnyWorkspace: true });
  if (!form.isValid) return form.answer;
  const { email } = currentUserOf(context).person;
  const attempt = await limitAttempts(context, form, { kind: "second_step", account: email }, tooManyTries);
  if ("refused" in attempt) return attempt.refused;
  return writeForm(context, form, async () => {
    const to = await write(identityApiOf(context), form.value).catch((error: unknown) => {
      throw sayTooMany(error);
    });
    await attempt.uncount();
    return to;
  });
}

/** The limit of the service itself, which is that of a day. */
function sayTooMany(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.cause.code !== "too_many_requests") return error;
  const text = "There were too many wrong codes today. Use a recovery code, or try again tomorrow.";
  return new FormRefusal({ status: 429, text });
}
