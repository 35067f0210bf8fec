import { useContext } from "react";
import { DocumentContext } from "./document-parts.ts";

/** What pages have for the worker of a device that keeps them. Without one, nothing of it is seen. */

/** Above the page, where it is shown without a connection. Words in brackets are the worker's. */
export function SavedCopyNotice() {
  // Copies are of pages that do not hydrate, and React would look for these words elsewhere than browsers put them.
  if (useContext(DocumentContext).scripts === "full") return null;
  return (
    <template id="kept">
      <div className="note note-warn" role="status">
        <b>[why]</b> This page was saved at [time]. What you send now is kept, and sent when the connection is back.{" "}
        <a href="[here]">Try again</a>
      </div>
    </template>
  );
}

/** In the bar while something was not sent: what the server has kept, and what waits on the device. */
export function Waits({ isKept, parked }: { isKept: boolean; parked: number }) {
  return (
    <>
      {parked === 0 ? null : (
        <a className="btn" href="/waiting" data-reload="">
          {parked} not sent
        </a>
      )}
      {isKept ? (
        <a id="waits" className="btn [&[hidden]]:hidden" href="/waiting" data-reload="" hidden suppressHydrationWarning>
          Not sent
        </a>
      ) : null}
    </>
  );
}
