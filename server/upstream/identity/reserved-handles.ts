/**
 * Words that no workspace can be called, since "/:handle" leads to a workspace and these lead elsewhere, now or later.
 * A new first segment in the map of URLs is added here, too; a test compares the two.
 */
const words = {
  visitors:
    "login logout register sign-in sign-up sign-out signed-out signin signup signout verify password invitation invitations invite join outbox",
  agents:
    "account accounts activity batches buyer-profiles clients dashboard documents estimates exports findings folders imports inspections mail messages notifications offers opportunities packages people pipeline properties reports scripts search settings shares shortcuts showings tasks templates trash uploads workspace workspaces",
  clients: "client client-portal portal portal-view share shared view views s p",
  machine:
    "api app assets build cdn events favicon files fonts healthz hooks images img manifest map maps media metrics oauth picker pictures public readyz robots sitemap sse static storage tus unsubscribe webhooks well-known ws www calendar feed",
  house:
    "about abuse admin administrator billing blog careers contact cookies demo-data docs download faq help home imprint index latchkey legal news null owner postmaster press pricing privacy root security status support system team terms undefined upgrade plans",
  verbs: "archive create delete edit export import new remove switch update",
} as const;

const reserved: ReadonlySet<string> = new Set(Object.values(words).flatMap((line) => line.split(" ")));

export function isReservedHandle(handle: string): boolean {
  return reserved.has(handle);
}
