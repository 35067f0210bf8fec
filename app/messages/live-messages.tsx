import { useEffect } from "react";
import { useRevalidator } from "react-router";

/**
 * Keeps a page that hydrates up to date with the messages: its count of unread ones and an open thread. Its code is fetched once
 * the page is there.
 */
export function LiveMessages({ workspaceId }: { workspaceId: string }) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const following = import("./follow-messages.ts").then(({ followMessages }) =>
      followMessages(workspaceId, revalidate),
    );
    return () => void following.then((end) => end()).catch(() => {});
  }, [workspaceId, revalidate]);
  return null;
}
