import { href, redirect } from "react-router";
import { readForm, startForm, wasRefused, writeForm } from "../forms/forms.server.ts";
import { FormStart } from "../forms/forms.tsx";
import { limitAttempts, tooMany } from "../session/attempts.server.ts";
import { settingsContext } from "../session/context.ts";
import { requestSessionContext } from "../session/request-session.server.ts";
import { anonymousApiOf } from "../session/session.server.ts";
import { keepVisitorState, readVisitorState } from "../session/visitor-state.server.ts";
import { AuthHead } from "../ui/auth-shell.tsx";
import { SubmitButton } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { SelectField, TextField } from "../ui/fields.tsx";
import { PostForm, useSchemaForm } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { phoneNotice } from "../ui/phone.server.ts";
import { timeZoneChoices } from "../ui/time-zone-choices.ts";
import type { Route } from "./+types/register-workspace";
import { accountForm, workspaceStepForm } from "./credentials.ts";
import { HandleField, suggestedHandleHint } from "./handle-field.tsx";
import { register } from "./registration.server.ts";
import { handlePrefix, withHandle } from "./suggested-handle.ts";

/** The clock that most people of a region live by, of the zones that can be chosen. */
const zones: Readonly<Record<string, string>> = {
  US: "America/New_York",
  CA: "America/Toronto",
  PR: "America/Puerto_Rico",
  MX: "America/Mexico_City",
  PA: "America/Panama",
  CO: "America/Bogota",
  PE: "America/Lima",
  CL: "America/Santiago",
  BR: "America/Sao_Paulo",
  MA: "Africa/Casablanca",
  NG: "Africa/Lagos",
  EG: "Africa/Cairo",
  ZA: "Africa/Johannesburg",
  KE: "Africa/Nairobi",
  IL: "Asia/Jerusalem",
  SA: "Asia/Riyadh",
  AE: "Asia/Dubai",
  PK: "Asia/Karachi",
  IN: "Asia/Kolkata",
  BD: "Asia/Dhaka",
  TH: "Asia/Bangkok",
  ID: "Asia/Jakarta",
  SG: "Asia/Singapore",
  HK: "Asia/Hong_Kong",
  CN: "Asia/Shanghai",
  TW: "Asia/Taipei",
  PH: "Asia/Manila",
  KR: "Asia/Seoul",
  JP: "Asia/Tokyo",
  AU: "Australia/Sydney",
  NZ: "Pacific/Auckland",
  GU: "Pacific/Guam",
  IS: "Atlantic/Reykjavik",
  PT: "Europe/Lisbon",
  GB: "Europe/London",
  IE: "Europe/Dublin",
  ES: "Europe/Madrid",
  FR: "Europe/Paris",
  BE: "Europe/Brussels",
  NL: "Europe/Amsterdam",
  DE: "Europe/Berlin",
  CH: "Europe/Zurich",
  IT: "Europe/Rome",
  AT: "Europe/Vienna",
  CZ: "Europe/Prague",
  PL: "Europe/Warsaw",
  DK: "Europe/Copenhagen",
  NO: "Europe/Oslo",
  SE: "Europe/Stockholm",
  FI: "Europe/Helsinki",
  GR: "Europe/Athens",
  RO: "Europe/Bucharest",
  UA: "Europe/Kyiv",
  TR: "Europe/Istanbul",
};

/** Languages that are spoken in one of these regions alone, so that browsers name none. */
const regions: Readonly<Record<string, string>> = {
  ...{ cs: "CZ", da: "DK", de: "DE", el: "GR", fi: "FI", fr: "FR", he: "IL", is: "IS", it: "IT", ja: "JP", ko: "KR" },
  ...{ nb: "NO", nl: "NL", no: "NO", pl: "PL", ro: "RO", sv: "SE", th: "TH", tr: "TR", uk: "UA" },
};

/** The zone of the language that a browser likes best; null where that says none. @param languages an Accept-Language header */
function likelyTimeZone(languages: string): string | null {
  const [first = ""] = languages.split(/[,;]/);
  const [language = "", ...parts] = first.trim().split("-");
  const region = parts.find((part) => /^[A-Za-z]{2}$/.test(part)) ?? regions[language.toLowerCase()];
  return zones[region?.toUpperCase() ?? ""] ?? null;
}

const defaultTimeZone = "America/New_York";

/** The second step, which sends both. "Back" is a button of the form, so that what is typed here is kept as well. */

export const handle = { form: "create" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const visitorState = await readVisitorState(context);
  if (!accountForm.safeParse(visitorState).success) throw redirect(href("/register/account"));
  const likely = likelyTimeZone(request.headers.get("Accept-Language") ?? "") ?? defaultTimeZone;
  const { workspaceName = "", workspaceHandle = "", timeZone = likely } = visitorState;
  const prefix = handlePrefix(context.get(settingsContext).publicOrigin);
  const typed = { workspaceName, workspaceHandle, timeZone };
  return { start: await startForm(context), typed, prefix, phone: phoneNotice(visitorState.phoneNumber) };
}

const tooManyEmails = tooMany("The newest email still works, and your entries are still here.");

export async function action({ request, context }: Route.ActionArgs) {
  const visitorState = await readVisitorState(context);
  const account = accountForm.safeParse(visitorState);
  if (!account.success) throw redirect(href("/register/account"), 303);
  const form = await readForm(request, workspaceStepForm, context);
  const typed = context.get(requestSessionContext).form;
  if (typed?.get("step") === "back") {
    await keepVisitorState(context, { ...visitorState, ...readTyped(typed) });
    return redirect(href("/register/account"), 303);
  }
  if (!form.isValid) return form.answer;
  const { email } = account.data;
  const attempt = await limitAttempts(context, form, { kind: "registration_mail", account: email }, tooManyEmails);
  if ("refused" in attempt) return attempt.refused;
  return writeForm(context, form, async ({ key }) => {
    const { workspaceName, workspaceHandle: typed, timeZone } = form.value;
    const choice = { typed, name: workspaceName, field: "workspaceHandle", key };
    await withHandle(choice, (workspaceHandle, key) =>
      register(anonymousApiOf(context), { ...account.data, workspaceName, workspaceHandle, timeZone }, key),
    ).catch(async (error: unknown) => {
      // As where the url is taken: no email was sent.
      if (wasRefused(error, false)) await attempt.uncount();
      throw error;
    });
    const kept = { workspaceName, workspaceHandle: typed ?? "", timeZone };
    await keepVisitorState(context, { ...visitorState, ...kept, registeredEmail: account.data.email });
    return { location: href("/register/complete") };
  });
}

function readTyped(form: FormData): Record<string, string> {
  const names = Object.keys(workspaceStepForm.shape);
  return Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? "").slice(0, 200)]));
}

export default function RegisterWorkspace({ loaderData, actionData }: Route.ComponentProps) {
  const { start, typed, prefix, phone } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "workspace",
    schema: workspaceStepForm,
    result: actionData?.result,
    initial: typed,
  });
  return (
    <>
      <AuthHead title="Setup your workspace" subtitle="Step 2 of 2: Your workspace" />
      {phone === "" ? null : <Notice>{phone}</Notice>}
      <PostForm form={form}>
        <FormStart start={start} reply={actionData} />
        <ErrorSummary form={form} />
        <TextField field={fields.workspaceName} label="Workspace name" autoComplete="organization" />
        <HandleField field={fields.workspaceHandle} prefix={prefix} hint={suggestedHandleHint} />
        <SelectField
          field={fields.timeZone}
          label="Time zone"
          options={timeZoneChoices(typed.timeZone)}
          hint="Due dates use it. You can change it later in the settings."
        />
        <div className="actions">
          <SubmitButton>Next</SubmitButton>
          <SubmitButton look="plain" name="step" value="back" formNoValidate>
            Back
          </SubmitButton>
        </div>
      </PostForm>
    </>
  );
}
