/**
 * The script of the page that switches Web Push on: it asks the browser, puts what that gave into the form's hidden field, and sends the
 * form. It stands in the document where pages do not hydrate, and is imported where they do, so it has no imports and no exports.
 */

const place = () => document.querySelector<HTMLInputElement>("input[data-worker]");

/** Shows one of the page's sentences about this browser, or none. */
function say(what: string): void {
  for (const note of document.querySelectorAll<HTMLElement>("[data-says]")) note.hidden = note.dataset.says !== what;
}

const isAble = () => "serviceWorker" in navigator && "PushManager" in window;

/** What this browser cannot do, as far as it is known before it is asked. */
async function look(): Promise<void> {
  const field = place();
  if (!field) return;
  if (!isAble()) return say("unable");
  if (Notification.permission === "denied") return say("denied");
  const registration = await navigator.serviceWorker.getRegistration(field.dataset.worker);
  const isLost = field.dataset.on === "true" && !(await registration?.pushManager.getSubscription());
  say(isLost ? "lost" : "");
}

async function subscribe({ dataset: { worker = "", key = "" } }: HTMLInputElement): Promise<string> {
  const registration = await navigator.serviceWorker.register(worker);
  const { active, waiting } = registration;
  const coming = active ?? waiting ?? registration.installing;
  // A browser subscribes once its worker is active, or was given up.
  if (coming && coming.state !== "activated")
    await new Promise<void>((done) => {
      coming.onstatechange = () => /vated|red/.test(coming.state) && done();
    });
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const { pushManager } = registration;
  const given = await pushManager.subscribe(options).catch(async () => {
    // One with an earlier key has to end first.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  return JSON.stringify(given);
}

/** Before anything else hears of it, the form is filled in, and sent again. */
async function fill(event: SubmitEvent): Promise<void> {
  const field = place();
  const form = field?.form;
  if (!(field && form) || form !== event.target || field.value) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!isAble()) return say("unable");
  try {
    if ((await Notification.requestPermission()) === "granted") {
      field.value = await subscribe(field);
      form.requestSubmit(event.submitter);
    } else say("denied");
  } catch {
    say("failed");
  }
}

addEventListener("submit", fill, true);
// Where a page that hydrates comes to it without a document of its own.
addEventListener("look", look);
look();

// A file without imports and exports is a script, whose names would be everybody's.
export {};
