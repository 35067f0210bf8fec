import type { RouterContextProvider } from "react-router";
import type { OnFault } from "../json-api/settle.ts";
import { logContext } from "./context.ts";

/** Logs what fails in secondary data through no call's fault: its page stays, and nobody would hear of it otherwise. */
export function logFaults(context: Readonly<RouterContextProvider>): OnFault {
  const log = context.get(logContext);
  return (error) => log.error({ err: error }, "A part of a page failed");
}
