/**
 * Passes calls on to the service at SERVICE, each DELAY_MS later, so that a service of ours stands in for one that is far away. Listens
 * on PORT; answers `GET /counts` at once.
 */
import { Agent, createServer, request as send } from "node:http";

const delayMs = Number(process.env.DELAY_MS);
const service = new URL(process.env.SERVICE ?? "");
const agent = new Agent({ keepAlive: true });

createServer((incoming, response) => {
  if (incoming.url === "/counts") {
    response.end("{}");
    return;
  }
  setTimeout(() => {
    const { url: path, method, headers } = incoming;
    const target = { hostname: service.hostname, port: service.port, path, method, headers, agent };
    const outgoing = send(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  }, delayMs);
}).listen(Number(process.env.PORT), "127.0.0.1");
