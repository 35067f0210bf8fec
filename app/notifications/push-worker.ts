/**
 * The worker that shows pushes and opens their pages. It answers no requests of pages and keeps nothing. It has no imports and no exports.
 */

type Shown = { title: string; body: string; url: string; tag: string };

/** The scope of workers, as far as this one uses it: the types of pages have another. */
type Worker = {
  registration: ServiceWorkerRegistration;
  location: Location;
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<(Tab & { focus(): Promise<Tab> })[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(
    type: "push" | "notificationclick" | "pushsubscriptionchange",
    listen: (event: Happened) => void,
  ): void;
};
type Tab = { url: string };

type Happened = {
  waitUntil(work: Promise<unknown>): void;
  data: { json(): Shown } | null;
  notification: Notification;
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
};

declare const self: Worker;

self.addEventListener("push", (event) => {
  const shown = event.data?.json();
  if (shown === undefined) return;
  const { title, body, url, tag } = shown;
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: url, icon: "/icon-192.png" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { href } = new URL(event.notification.data, self.location.href);
  event.waitUntil(open(href));
});

/** A tab that has the page comes to the front; else it is opened in one of its own. */
async function open(href: string): Promise<unknown> {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === href);
  return tab ? tab.focus() : self.clients.openWindow(href);
}

/** The browser has another address now. */
async function renew({ oldSubscription, newSubscription }: Happened): Promise<void> {
  const { pushManager } = self.registration;
  const options = oldSubscription?.options;
  const subscription = newSubscription ?? (options && (await pushManager.subscribe(options)));
  if (!subscription) return;
  const body = new URLSearchParams({ deviceToken: JSON.stringify(subscription) });
  await fetch("push-renewal", { method: "POST", body, redirect: "manual" });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

export {};
