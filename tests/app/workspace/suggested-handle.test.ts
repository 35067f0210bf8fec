import { expect, test } from "vitest";
import { ApiError } from "#app/json-api/api-error.ts";
import { suggestHandle, withHandle } from "#app/sign-in/suggested-handle.ts";
import { newAgencyTest } from "#tests/support/app-test.ts";
import { mailedPath } from "#tests/support/application.ts";

test.each([
  ["Haddad Homes", "haddad-homes"],
  ["Évergreen  Homes & Co.", "evergreen-homes-co"],
  ["Łódź Straße Ærø", "lodz-strasse-aero"],
  ["O’Brien's Homes", "obriens-homes"],
  ["  --  ", ""],
  ["不動産", ""],
  ["9".repeat(200), "9".repeat(60)],
  [`${"x".repeat(59)} homes`, "x".repeat(59)],
])("a workspace called %j gets the url %j", (name, handle) => {
  expect(suggestHandle(name)).toBe(handle);
});

const call = {
  method: "POST",
  path: "/workspaces",
  status: 400,
  code: null,
  errorId: null,
  pointers: [],
  reason: null,
  attempts: 1,
};
const taken = new ApiError("Failed to create the workspace", "invalid", call, { handle: ["Taken."] });

test("the url after a taken one is asked for with a key of its own, and five are tried", async () => {
  const asked: string[] = [];
  const refuse = async (handle: string, key: string): Promise<never> => {
    asked.push(`${handle} ${key}`);
    throw taken;
  };
  const choice = { typed: null, name: "Evergreen", field: "handle", key: "k" };
  await expect(withHandle(choice, refuse)).rejects.toBe(taken);
  expect(asked).toEqual(["evergreen k", "evergreen-2 k-2", "evergreen-3 k-3", "evergreen-4 k-4", "evergreen-5 k-5"]);
  await expect(withHandle({ ...choice, field: "name" }, refuse)).rejects.toBe(taken);
  await expect(withHandle({ ...choice, typed: "typed" }, refuse)).rejects.toBe(taken);
  expect(asked.slice(5)).toEqual(["evergreen k", "typed k"]);
});

test("a name without Latin letters and digits gets a url of its own, the same when it is sent again", async () => {
  const choice = { typed: null, name: "不動産", field: "handle", key: "0F8fad5b-d9cb-469f-a165-70867728950e" };
  expect(await withHandle(choice, async (handle) => handle)).toBe("workspace-0f8fad5b");
});

const agencyTest = newAgencyTest();

agencyTest(
  "a workspace that is joined to the first one gets a url from its name, and the clock of the present one",
  async ({ owner }) => {
    await owner.open("/settings/general");
    await owner.submit({ timeZone: "America/Denver" }, { button: "Update workspace" });
    const handles: (string | undefined)[] = [];
    for (const _ of [1, 2]) {
      await owner.open("/workspace/join");
      const page = await owner.submit({ name: "Rivera & Sons", handle: "" }, { button: "Create workspace" });
      expect(page.url.pathname).toBe("/dashboard");
      const { document } = await owner.open("/settings/general");
      handles.push(document.querySelector("input[name=handle]")?.getAttribute("value"));
      expect(document.querySelector("select[name=timeZone] option[selected]")?.getAttribute("value")).toBe(
        "America/Denver",
      );
    }
    expect(handles).toEqual(["rivera-sons", "rivera-sons-2"]);
  },
);

agencyTest("a registration may leave its url empty, and chooses its time zone", async ({ app }) => {
  const visitor = app.visitor();
  const email = `empty-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await visitor.open("/register/account");
  await visitor.submit({ name: "Noor Haddad", email, phoneNumber: "+1 555 0123" }, { button: "Next" });
  const wrong = await visitor.submit({ workspaceName: "Elm", timeZone: "Mars/Olympus" }, { button: "Next" });
  expect([wrong.status, wrong.text.includes("time zone")]).toEqual([400, true]);
  const done = await visitor.submit({ workspaceName: "Elm", timeZone: "America/Chicago" }, { button: "Next" });
  expect(done.url.pathname).toBe("/register/complete");
  await visitor.open(await mailedPath(app, email));
  await visitor.submit({ password: "copper lantern 47 harbour" });
  const { document } = await visitor.open("/settings/general");
  expect(document.querySelector("input[name=handle]")?.getAttribute("value")).toMatch(/^elm(-\d)?$/);
  expect(document.querySelector("select[name=timeZone] option[selected]")?.getAttribute("value")).toBe(
    "America/Chicago",
  );
});
