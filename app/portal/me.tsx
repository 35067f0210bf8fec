import * as z from "zod/mini";
import { longestPhone } from "../../spelling/phone-text.ts";
import { keepLanguage } from "../client-pages/language.server.ts";
import { problem } from "../client-pages/portal-form.tsx";
import { languages } from "../client-pages/texts/languages.ts";
import { textsOf, useTexts } from "../client-pages/texts/texts.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { loadOwnChoice } from "../notifications/mail-choices.server.ts";
import { offersOwnDevices } from "../notifications/push-device.server.ts";
import { load } from "../session/session.server.ts";
import { useSchemaForm } from "../ui/form.tsx";
import { optionalText, requiredText } from "../ui/form-values.ts";
import { phoneNotice } from "../ui/phone.server.ts";
import type { Route } from "./+types/me";
import { loadOwnData } from "./own-data.server.ts";
import { loadWishes } from "./own-wishes.server.ts";
import { DeviceCard } from "./parts/device-card.tsx";
import { MailChoiceCard } from "./parts/mail-choice-card.tsx";
import { MyDetailsForm } from "./parts/my-details-form.tsx";
import { OwnDataCard } from "./parts/own-data-card.tsx";
import { PortalCard, PortalPage } from "./parts/portal-frame.tsx";
import { SignInList } from "./parts/sign-in-list.tsx";
import { WishesCard } from "./parts/wishes-card.tsx";
import { portalOf } from "./portal.server.ts";
import { findMe, listSignIns, updateMe } from "./portal-records.server.ts";

/** What the agent knows of the client's person, their language, and where they are signed in. */

export const handle = { form: "create" };

const detailsForm = z.object({
  name: requiredText(problem("enterName")),
  phoneNumber: optionalText(longestPhone),
  language: z.enum(languages),
});

export async function loader({ context }: Route.LoaderArgs) {
  const { api, language, workspace } = portalOf(context);
  const [me, signIns, ownData, mailChoice, wishes] = await Promise.all([
    load(findMe(api)),
    load(listSignIns(api)),
    loadOwnData(context),
    loadOwnChoice(context, api),
    loadWishes(context),
  ]);
  const typed = { name: me.name, phoneNumber: me.phoneNumber ?? "", language: me.language ?? language };
  const start = await startForm(context);
  const more = { offersDevice: offersOwnDevices(api), timeZone: workspace.timeZone ?? "UTC" };
  return { email: me.email, typed, signIns, ownData, mailChoice, wishes, ...more, start };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { api, base } = portalOf(context);
  return submitForm({ request, context }, detailsForm, async ({ value, key }) => {
    await updateMe(api, value, key);
    keepLanguage(context, value.language);
    const { me, form } = textsOf(value.language);
    return { location: `${base}/me`, toast: me.saved + (phoneNotice(value.phoneNumber) && ` ${form.phoneKept}`) };
  });
}

export default function PortalMe({ loaderData, actionData }: Route.ComponentProps) {
  const { me } = useTexts();
  const { email, typed, signIns, ownData, mailChoice, offersDevice, wishes, timeZone, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "me",
    schema: detailsForm,
    result: actionData?.result,
    initial: typed,
    parked: start.parked,
  });
  return (
    <PortalPage title={me.title} subtitle={me.subtitle}>
      <div className="two">
        <section>
          <MyDetailsForm form={form} fields={fields} start={start} reply={actionData} email={email} />
        </section>
        <WishesCard wishes={wishes} />
        <PortalCard title={me.signIns}>
          <SignInList signIns={signIns} timeZone={timeZone} />
        </PortalCard>
        <MailChoiceCard choice={mailChoice} />
        <DeviceCard isOffered={offersDevice} />
        <OwnDataCard ownData={ownData} />
      </div>
    </PortalPage>
  );
}
