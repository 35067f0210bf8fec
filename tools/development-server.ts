/** `npm run dev`: Vite serves the app behind the same HTTP layers, database and embedded service as in production. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { isRunnableDevEnvironment, type Plugin, type RunnableDevEnvironment, type ViteDevServer } from "vite";

type HouseModule = typeof import("../server/latchkey.ts");
type EnvModule = typeof import("../server/env.ts");
type LogModule = typeof import("../server/log.ts");
type ListenerModule = typeof import("../server/web/listener.ts");
type Build = typeof import("virtual:react-router/server-build");
type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A house opened from one state of the sources. */
interface House {
  source: HouseModule;
  answer: Listener;
  close(): Promise<void>;
}

/** Has to stand before `reactRouter()` among the plugins, whose own handler knows neither our layers nor our context. */
export function developmentServer(): Plugin {
  return {
    name: "latchkey:development-server",
    apply: "serve",
    configureServer(vite) {
      const environment = vite.environments.ssr;
      if (!isRunnableDevEnvironment(environment)) return;
      const house = keepHouse(vite, environment);
      vite.httpServer?.once("close", () => house.close());
      // After Vite's own files, and before whatever other plugins answer with.
      return () => {
        vite.middlewares.use((request, response, next) => {
          // Vite cuts off the base and the query; the app wants the whole address.
          if (request.originalUrl !== undefined) request.url = request.originalUrl;
          house.current().then((current) => current.answer(request, response), next);
        });
      };
    },
  };
}

/** The house is opened anew when something of it was edited: two states of one context key would not know each other. */
function keepHouse(vite: ViteDevServer, { runner }: RunnableDevEnvironment) {
  let open: Promise<House> | null = null;

  async function openFrom(source: HouseModule): Promise<House> {
    const { readEnv } = await runner.import<EnvModule>("/server/env.ts");
    const { createLog } = await runner.import<LogModule>("/server/log.ts");
    const { listenAs } = await runner.import<ListenerModule>("/server/web/listener.ts");
    const port = String(vite.config.server.port);
    const env = readEnv({ PORT: port, ...process.env });
    const latchkey = await source.openLatchkey({
      env,
      log: createLog(env.logLevel),
      build: () => runner.import<Build>("virtual:react-router/server-build"),
      clientDir: join(vite.config.root, "public"),
    });
    return {
      source,
      answer: listenAs({ answer: latchkey.web.fetch, publicOrigin: env.publicOrigin }),
      close: () => latchkey.close(),
    };
  }

  async function renew(previous: Promise<House> | null): Promise<House> {
    const source = await runner.import<HouseModule>("/server/latchkey.ts");
    const before = await previous?.catch(() => null);
    if (before?.source === source) return before;
    await before?.close();
    return openFrom(source);
  }

  return {
    /** One after the other: while one request opens the house, the others wait for it. */
    current(): Promise<House> {
      open = renew(open);
      return open;
    },
    async close(): Promise<void> {
      await (await open?.catch(() => null))?.close();
    },
  };
}
