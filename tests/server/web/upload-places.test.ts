import { expect, test } from "vitest";
import { usualPlaces } from "#server/web/upload-places.ts";
import { makeWeb, publicOrigin } from "./test-web.ts";

const page = "/documents/uploads/new";

/** A server whose app does not answer an upload until it is told to. */
function makeBusyWeb() {
  const waiting: (() => void)[] = [];
  const { request } = makeWeb({
    addressLimits: false,
    app: async ({ req }) => {
      if (req.method === "POST") await new Promise<void>((resolve) => waiting.push(resolve));
      return new Response("page");
    },
  });
  const upload = (session: string | null, path = page, type = "multipart/form-data; boundary=x") => {
    const cookie = session === null ? {} : { cookie: `latchkey=${session}` };
    const headers = { origin: publicOrigin, "content-type": type, ...cookie };
    return request(path, { method: "POST", headers, body: "" });
  };
  const begin = async (count: number, session: (number: number) => string | null) => {
    const uploads = Array.from({ length: count }, (_, number) => upload(session(number)));
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    return uploads;
  };
  const finish = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  return { request, upload, begin, finish, waiting };
}

test("uploads beyond the places are refused with 503 and when to come back, until one is through", async () => {
  const { begin, upload, finish, waiting } = makeBusyWeb();
  const uploads = await begin(usualPlaces.total, (number) => `session-${number}`);
  expect(waiting).toHaveLength(100);
  const refused = await upload("another");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.text()).toContain("nothing was saved");
  finish();
  expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(uploads.map(() => 200));
  const [later] = await begin(1, () => "another");
  finish();
  expect((await later)?.status).toBe(200);
});

test.each(["a session", null])("%s has 16 places, and the others those that are left", async (session) => {
  const { begin, upload, finish, waiting } = makeBusyWeb();
  const own = session === null ? null : "one-session";
  const uploads = await begin(usualPlaces.ofSender, () => own);
  expect(waiting).toHaveLength(16);
  expect((await upload(own)).status).toBe(503);
  const others = await begin(2, (number) => `other-${number}`);
  expect(waiting).toHaveLength(18);
  finish();
  for (const { status } of await Promise.all([...uploads, ...others])) expect(status).toBe(200);
});

test("pages, forms without files, and what fails take no place for long", async () => {
  const { begin, request, upload, finish, waiting } = makeBusyWeb();
  await begin(usualPlaces.ofSender, () => "one-session");
  expect((await request(page, { headers: { cookie: "latchkey=one-session" } })).status).toBe(200);
  const texts = [
    upload("one-session", "/clients/new", "application/x-www-form-urlencoded"),
    upload("one-session", page, "application/x-www-form-urlencoded"),
  ];
  await expect.poll(() => waiting.length).toBe(18);
  finish();
  expect((await Promise.all(texts)).map(({ status }) => status)).toEqual([200, 200]);

  const failing = makeWeb({ addressLimits: false, app: () => Promise.reject(new Error("unforeseen")) });
  const headers = { origin: publicOrigin, "content-type": "multipart/form-data; boundary=x" };
  for (let round = 0; round < 2 * usualPlaces.ofSender; round += 1)
    expect((await failing.request(page, { method: "POST", headers, body: "" })).status).toBe(500);
});
