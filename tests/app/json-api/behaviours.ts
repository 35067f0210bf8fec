import type { Behaviour } from "#tests/support/http-service.ts";
import { clientDocument, json } from "./connecting.ts";

/** A service that behaves differently from call to call; the last behaviour stays. */
export function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  let turn = 0;
  return (...exchange) => behaviours[Math.min(turn++, behaviours.length - 1)]?.(...exchange);
}

/** Refuses with this status and no details. */
export function status(code: number, headers: Record<string, string> = {}): Behaviour {
  return (_request, response) => void response.writeHead(code, { ...json, ...headers }).end('{"errors":[]}');
}

/** Answers with a client, whatever was asked. */
export const works: Behaviour = (_request, response) => void response.writeHead(200, json).end(clientDocument);
export const hangsUp: Behaviour = (_request, _response, socket) => void socket.destroy();
export const hangs: Behaviour = () => {};
