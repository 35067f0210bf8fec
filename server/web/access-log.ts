import { randomUUID } from "node:crypto";
import { pathForLogs } from "#app/json-api/path.ts";
import type { Log } from "../log.ts";
import type { Layer } from "./layer.ts";
import { RequestLog } from "./request-log.ts";

/** Gives each request an id of ours, and logs it once it is answered or its connection broke. */
export function logAccess(log: Log): Layer {
  // Without secrets in these lines, the slow search for them is skipped.
  const lines = log.child({}, { redact: [] });
  const isSilent = !log.isLevelEnabled("info");
  return async (context, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    context.set("requestId", requestId);
    context.set("log", new RequestLog(log, requestId));
    await next();
    if (isSilent) return;
    const { outgoing } = context.env;
    const write = (): void => {
      const { method, path } = context.req;
      const ms = Math.round((performance.now() - started) * 10) / 10;
      const line = { requestId, method, path: pathForLogs(path), status: context.res.status, ms };
      const level = machinePaths.has(path) && line.status !== 401 ? "debug" : "info";
      lines[level](outgoing?.writableFinished === false ? { ...line, cut: true } : line, "request");
    };
    if (outgoing) outgoing.once("close", write);
    else write();
  };
}

/** Machines ask for them every few seconds. */
const machinePaths = new Set(["/healthz", "/readyz", "/metrics"]);
