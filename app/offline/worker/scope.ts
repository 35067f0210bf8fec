/** The worker's own global scope, which the library for pages takes for a window. */
function isWorker(scope: unknown): scope is ServiceWorkerScope {
  return typeof scope === "object" && scope !== null && "registration" in scope;
}

function find(): ServiceWorkerScope {
  const scope: unknown = self;
  if (isWorker(scope)) return scope;
  throw new Error("This is a service worker.");
}

export const worker = find();
