import { once } from "node:events";
import type { Server } from "node:net";
import type { Env } from "./env.ts";
import { StartRefused } from "./start-refused.ts";

/** @param name for the error @param setting that has the port @throws StartRefused */
export async function listen(
  server: Server,
  { port, host }: Pick<Env, "port" | "host">,
  name: string,
  setting = "PORT",
): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    const advice =
      reason === "EADDRINUSE" ? `Something else listens there; choose another with ${setting}.` : String(reason);
    throw new StartRefused(`${name} cannot listen on ${host}, port ${port}. ${advice}`);
  }
}
