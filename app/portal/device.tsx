import { href } from "react-router";
import { problem } from "../client-pages/portal-form.tsx";
import { textsOf, useLanguage, useTexts } from "../client-pages/texts/texts.ts";
import type { PageHandle } from "../entry/page-handle.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { DeviceSays } from "../notifications/device-says.tsx";
import { findOwnDevice, saveOwnDevice } from "../notifications/push-device.server.ts";
import { hourOptions, ownDeviceForm, typedDevice } from "../notifications/push-device.ts";
import { load } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { useSchemaForm } from "../ui/form.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/device";
import { AnswerForm } from "./parts/answer-page.tsx";
import { PortalCheck, PortalSelect } from "./parts/portal-choices.tsx";
import { PortalPage, useFrame, usePortalPath } from "./parts/portal-frame.tsx";
import { portalOf } from "./portal.server.ts";

/** Web Push to the browser of a client's person. The one page of the portal with a script, which asks the browser for its address. */

export const handle: PageHandle = { form: "create", ownScript: "push" };

export async function loader({ context }: Route.LoaderArgs) {
  const { api, workspace } = portalOf(context);
  const { isOn, applicationKey, ...device } = await load(findOwnDevice(api));
  return {
    isOn,
    applicationKey,
    typed: typedDevice(device),
    workspace: workspace.name,
    start: await startForm(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { api, base, language } = portalOf(context);
  return submitForm({ request, context }, ownDeviceForm, async ({ value }) => {
    await saveOwnDevice(api, value, { fieldErrors: { "": [problem("noBrowser")] } });
    return { location: `${base}/me/device`, toast: textsOf(language).device.saved };
  });
}

export default function PortalDevice({ loaderData, actionData }: Route.ComponentProps) {
  const { device, wishes } = useTexts();
  const { isView } = useFrame();
  const to = usePortalPath();
  const hours = hourOptions(useLanguage());
  const { isOn, applicationKey, typed, workspace, start } = loaderData;
  const [form, fields] = useSchemaForm({
    id: "device",
    schema: ownDeviceForm,
    result: actionData?.result,
    initial: typed,
    parked: start.parked,
  });
  return (
    <PortalPage title={device.title} subtitle={`${device.text} ${device.subtitle}`}>
      <div className="stack max-w-160">
        {isView ? null : (
          <>
            <noscript>
              <p className="note">{device.needsScripts}</p>
            </noscript>
            <DeviceSays says={device.says} />
          </>
        )}
        <section className="sec">
          <AnswerForm form={form} start={start} reply={actionData} send={isOn ? device.save : device.switchOn}>
            {isView ? null : (
              <input
                type="hidden"
                name={fields.deviceToken.name}
                data-key={applicationKey}
                data-worker={href("/client-portal/push-worker.js")}
                data-on={isOn}
              />
            )}
            <PortalCheck field={fields.showsNames} label={device.names} hint={device.namesHint} />
            <PortalSelect
              field={fields.quietFrom}
              label={device.quietFrom}
              hint={device.quietHint(workspace)}
              options={[{ value: "", label: device.noQuiet }, ...hours]}
            />
            <PortalSelect field={fields.quietUntil} label={device.quietUntil} options={hours} />
          </AnswerForm>
        </section>
        {isOn ? (
          <PostForm action={to("/me/device/removal")}>
            <SubmitButton look="bad">{device.switchOff}</SubmitButton>
          </PostForm>
        ) : null}
        <p>
          <a href={to("/me")}>{wishes.back}</a>
        </p>
      </div>
    </PortalPage>
  );
}
