import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The whole route map goes out with the first hydrating page: one request less than discovering routes one by one.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
