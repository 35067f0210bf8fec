import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listenLocally } from "./listening.ts";
import { Visitor } from "./visitor.ts";

test("each visitor comes from an address of its own, as the limits by address see it", async () => {
  const server = createServer(({ socket }, response) => response.end(socket.remoteAddress));
  const port = await listenLocally(server);
  onTestFinished(() => void server.close());
  const visitors = [new Visitor(`http://localhost:${port}`), new Visitor(`http://localhost:${port}`)];
  const addresses = await Promise.all(visitors.map(async (visitor) => (await visitor.open("/")).html));
  await Promise.all(visitors.map((visitor) => visitor.close()));
  expect(addresses).toEqual([expect.stringMatching(/^127\./), expect.stringMatching(/^127\./)]);
  expect(new Set([...addresses, "127.0.0.1"]).size).toBe(3);
});
