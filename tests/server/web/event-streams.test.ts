import { eventStream } from "remix-utils/sse/server";
import { expect, test } from "vitest";
import { EventStreams } from "#server/web/event-streams.ts";
import { openStream } from "#tests/support/event-source.ts";
import { listen, makeWeb } from "./test-web.ts";

function makeStreaming() {
  const streams = new EventStreams();
  let open = 0;
  const app = async ({ req }: { readonly req: { readonly raw: Request } }) =>
    eventStream(req.raw.signal, (send) => {
      open += 1;
      send({ event: "ready", data: "" });
      return () => {
        open -= 1;
      };
    });
  return { streams, open: () => open, web: makeWeb({ streams, app }) };
}

test("a server that ends closes its event streams at once, and takes no more", async () => {
  const { streams, open, web } = makeStreaming();
  const url = `http://localhost:${await listen(web.answer)}/messages/events`;
  const opened = await Promise.all([openStream(url, {}), openStream(url, {})]);
  for (const { received } of opened) await expect.poll(() => received.length).toBe(1);
  expect(open()).toBe(2);
  streams.end();
  await Promise.all(opened.map(({ ended }) => ended));
  await expect.poll(open).toBe(0);
  const late = await openStream(url, { accept: "text/event-stream" });
  await late.ended;
  expect([late.status, late.type]).toEqual([503, "text/html; charset=utf-8"]);
  await expect.poll(open).toBe(0);
});

test("streams that browsers leave end, and nothing of them is kept", async () => {
  const { open, web } = makeStreaming();
  const url = `http://localhost:${await listen(web.answer)}/messages/events`;
  for (let round = 0; round < 20; round += 1) await (await openStream(url, {})).cut();
  await expect.poll(open).toBe(0);
});
