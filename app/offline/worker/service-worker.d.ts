/** What TypeScript's library for pages lacks of service workers (https://w3c.github.io/ServiceWorker/). */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RoutingRule {
  readonly condition: object;
  readonly source: "network" | "fetch-event";
}

interface InstallEvent extends ExtendableEvent {
  /** Not in every browser. */
  addRoutes?(rules: readonly RoutingRule[]): Promise<void>;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(answer: Promise<Response> | Response): void;
}

interface WorkerMessageEvent extends ExtendableEvent {
  readonly data: unknown;
  readonly source: { readonly url?: string } | null;
}

interface WindowClient {
  readonly visibilityState: string;
  postMessage(data: unknown): void;
}

interface Registration {
  readonly navigationPreload?: { enable(): Promise<void> };
  /** Not in every browser. */
  readonly sync?: { register(tag: string): Promise<void> };
}

/** `self` in a service worker. */
interface ServiceWorkerScope {
  readonly registration: Registration;
  readonly clients: { matchAll(options: { type: "window" }): Promise<readonly WindowClient[]> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install", listener: (event: InstallEvent) => void): void;
  addEventListener(type: "activate" | "sync", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: WorkerMessageEvent) => void): void;
}
