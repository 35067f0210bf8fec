/** The browser's side of live messages: one stream for all tabs of a workspace, shared by whichever tab holds the lock. */

/** What the tabs know in common: the event from which the next stream goes on, and when it came. */
interface Known {
  readonly cursor: string;
  /** In ms since 1970. */
  readonly at: number;
}

type Note = (kind: string, cursor: string) => void;

/** After load, so that the stream waits for nothing that the page needs (milliseconds). */
const startDelay = 1_000;
/** Several events at once are one look (milliseconds). */
const pause = 150;
/** Before the stream is opened again: doubled each time, up to a minute, and half of it by chance (milliseconds). */
const firstBackoff = 1_000;
const longestBackoff = 60_000;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Has the page look again whenever something happens in the threads, and the board of deals when one changes; a page that nobody looks at does so once it is shown.
 * @param refresh loads the page's data again, without touching what is typed
 * @returns ends it
 */
export function followMessages(workspaceId: string, refresh: () => void): () => void {
  const name = `lk-messages-${workspaceId}`;
  const ended = new AbortController();
  const look = lookOnce(refresh, ended.signal);
  const channel = new BroadcastChannel(name);
  const heed = (kind: unknown): void => {
    if (kind !== "deals" || location.pathname.startsWith("/opportunities/board")) look();
  };
  channel.onmessage = ({ data }) => heed(data);
  const note = (kind: string, cursor: string): void => {
    writeKnown(name, { cursor, at: Date.now() });
    // The stream begins where the page was just made: only a page of messages could have missed one on the way.
    if (kind === "ready" && !location.pathname.startsWith("/messages")) return;
    channel.postMessage(kind);
    heed(kind);
  };
  // What happened after this page was made and before it listens.
  if ((readKnown(name)?.at ?? 0) > performance.timeOrigin) look();
  const lead = () => stream(workspaceId, () => readKnown(name)?.cursor ?? "", note, ended.signal);
  // The tab with the lock has the stream; when it goes, the next one goes on where it stopped.
  delay(startDelay)
    .then(() => navigator.locks.request(name, { signal: ended.signal }, lead))
    .catch(() => {});
  return () => {
    ended.abort();
    channel.close();
  };
}

function lookOnce(refresh: () => void, ended: AbortSignal): () => void {
  let isPlanned = false;
  let isWanted = false;
  function look(): void {
    isPlanned = false;
    if (document.hidden || ended.aborted) return;
    isWanted = false;
    refresh();
  }
  document.addEventListener("visibilitychange", () => isWanted && look(), { signal: ended });
  return () => {
    isWanted = true;
    if (!isPlanned) setTimeout(look, pause);
    isPlanned = true;
  };
}

/** Keeps a stream open until the service says that there is nothing to follow. */
async function stream(workspaceId: string, cursor: () => string, note: Note, ended: AbortSignal) {
  for (let backoff = firstBackoff; !ended.aborted; backoff = Math.min(longestBackoff, backoff * 2)) {
    const opened = performance.now();
    if (await readStream(workspaceId, cursor(), note, ended)) return;
    if (performance.now() - opened > longestBackoff) backoff = firstBackoff;
    await delay(backoff * (0.5 + Math.random() / 2));
  }
}

/** Reads one stream until it breaks. Gives whether there is nothing to follow any more. */
function readStream(workspaceId: string, after: string, note: Note, ended: AbortSignal) {
  return new Promise<boolean>((resolve) => {
    const query = new URLSearchParams({ workspace: workspaceId, ...(after !== "" && { after }) });
    const source = new EventSource(`/messages/events?${query}`);
    const end = (isOver: boolean): void => {
      source.close();
      resolve(isOver);
    };
    for (const kind of ["ready", "reset", "message", "deals"])
      source.addEventListener(kind, ({ lastEventId }) => note(kind, lastEventId), { signal: ended });
    source.addEventListener("end", () => end(true));
    source.onerror = () => end(false);
    ended.addEventListener("abort", () => end(true), { once: true });
  });
}

function readKnown(name: string): Known | null {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
    if (typeof known !== "object" || known === null || !("cursor" in known) || !("at" in known)) return null;
    const { cursor, at } = known;
    return typeof cursor === "string" && typeof at === "number" ? { cursor, at } : null;
  } catch {
    return null;
  }
}

function writeKnown(name: string, known: Known): void {
  try {
    localStorage.setItem(name, JSON.stringify(known));
  } catch {
    // Without storage each page begins anew.
  }
}
