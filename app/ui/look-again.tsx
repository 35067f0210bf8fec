import { useEffect } from "react";
import { useRevalidator } from "react-router";

const everyMs = 3_000;

/**
 * For a page that shows something under way: where scripts run, its data is fetched again and again while the page is looked at.
 * Beside it stands a link, for where they do not.
 */
export function LookAgain() {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [revalidate]);
  return null;
}
