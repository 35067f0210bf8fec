import { type ReactNode, useEffect, useRef } from "react";

/**
 * What a form was answered with: with scripts it takes the focus as it arrives, since the button that had it is disabled while
 * the form is on its way. @param to what arrives; another one takes the focus again
 */
export function FocusedAnswer({ to, children }: { to: unknown; children: ReactNode }) {
  const answer = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer anew
  useEffect(() => answer.current?.focus(), [to]);
  return (
    <div ref={answer} tabIndex={-1} role="alert">
      {children}
    </div>
  );
}
