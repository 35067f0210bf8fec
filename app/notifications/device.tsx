import { useEffect } from "react";
import { href } from "react-router";
import type { PageHandle } from "../entry/page-handle.ts";
import { startForm, submitForm } from "../forms/forms.server.ts";
import { RecordForm } from "../forms/forms.tsx";
import { agentOf, apiOf, load } from "../session/session.server.ts";
import { SubmitButton } from "../ui/button.tsx";
import { CheckboxField, ChoiceGroup, SelectField } from "../ui/fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page.tsx";
import { PostForm } from "../ui/post-form.tsx";
import type { Route } from "./+types/device";
import { DeviceSays } from "./device-says.tsx";
import { topics } from "./mail-choices.ts";
import { findDevice, saveDevice } from "./push-device.server.ts";
import { deviceForm, hourOptions, typedDevice } from "./push-device.ts";

export { RouteError as ErrorBoundary } from "../ui/error-view.tsx";

/** Web Push to the browser that shows this page: off until it is switched on. */

export const handle: PageHandle = { form: "create", ownScript: "push" };

const here = href("/settings/notifications/device");
const needsScripts =
  "The browser gave no address for notifications. Switching this device on needs scripts, which this browser doesn't run.";

export async function loader({ context }: Route.LoaderArgs) {
  const { isOn, applicationKey, ...device } = await load(findDevice(apiOf(context)));
  return {
    isOn,
    applicationKey,
    typed: { ...typedDevice(device), topics: device.topics },
    workspace: agentOf(context).workspace.name,
    start: await startForm(context),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  return submitForm({ request, context }, deviceForm, async ({ api, value }) => {
    await saveDevice(api, value, { text: needsScripts });
    return { location: here, toast: "This device gets notifications." };
  });
}

const says = {
  unable:
    "This browser can't receive notifications. On an iPhone or iPad, add Latchkey to the home screen first (Share, Add to Home Screen) and open it from there.",
  denied:
    "This browser blocks notifications from Latchkey. Allow them in its settings for this site, then reload this page.",
  lost: "This browser no longer receives notifications. Save below to receive them again.",
  failed: "The browser couldn't switch notifications on. Nothing was changed. Check your connection and try again.",
};

const hours = hourOptions("en");

export default function NotificationDevice({ loaderData, actionData }: Route.ComponentProps) {
  const { isOn, applicationKey, typed, workspace, start } = loaderData;
  useOwnScript(isOn);
  return (
    <>
      <PageHead
        title="Notifications on this device"
        subtitle={`What this browser shows about ${workspace} within seconds, also while Latchkey is closed. It ends when you sign out here.`}
      />
      <noscript>
        <Notice tone="warn">Switching this device on needs scripts, which this browser doesn't run.</Notice>
      </noscript>
      <DeviceSays says={says} />
      <RecordForm
        id="push-device"
        schema={deviceForm}
        start={start}
        reply={actionData}
        initial={typed}
        send={isOn ? "Save choices" : "Switch on"}
        cancel={href("/settings/notifications")}
      >
        {(fields) => (
          <>
            <input
              type="hidden"
              name={fields.deviceToken.name}
              data-key={applicationKey}
              data-worker={href("/settings/notifications/push-worker.js")}
              data-on={isOn}
            />
            <ChoiceGroup
              field={fields.topics}
              label="What it tells you"
              options={topics.map(({ name, label }) => ({ value: name, label }))}
            />
            <CheckboxField
              field={fields.showsNames}
              label="Show names"
              hint="Names of clients and properties, also on the locked screen. If off, it says “New message in Latchkey” and the like."
            />
            <SelectField
              field={fields.quietFrom}
              label="Quiet from"
              hint="In the workspace's time zone. What comes in quiet hours is told as one in the morning, unless you have read it."
              options={[{ value: "", label: "No quiet hours" }, ...hours]}
            />
            <SelectField field={fields.quietUntil} label="Quiet until" options={hours} />
          </>
        )}
      </RecordForm>
      {isOn ? (
        <PostForm action={href("/settings/notifications/device/removal")}>
          <div className="actions mt-2">
            <SubmitButton look="bad">Switch off on this device</SubmitButton>
          </div>
        </PostForm>
      ) : null}
    </>
  );
}

/** On pages that hydrate, the page's script is imported; on others it stands in the document. */
function useOwnScript(isOn: boolean): void {
  useEffect(() => {
    // What was switched on or off meanwhile is looked at again.
    void import("./push-form.ts").then(() => dispatchEvent(new CustomEvent("look", { detail: isOn })));
  }, [isOn]);
}
