import type { ReactNode } from "react";
import { PageTitle } from "./page.tsx";

/** The product's name and mark, on pages before signing in. */
function Brand() {
  return (
    <div className="flex items-center gap-1.25 [font-weight:600]">
      <i className="mark" aria-hidden="true">
        L
      </i>
      Latchkey
    </div>
  );
}

type AuthShellProps = { title: string; subtitle?: ReactNode; children: ReactNode; below?: ReactNode };

/** Sign-in and the like. `below` is a line at the end of the page. */
export function AuthShell({ title, subtitle, children, below }: AuthShellProps) {
  return (
    <EntryShell below={below}>
      <AuthHead title={title} subtitle={subtitle} />
      {children}
    </EntryShell>
  );
}

/** Title and subtitle inside a shell. */
export function AuthHead({ title, subtitle }: { title: string; subtitle?: ReactNode }) {
  return (
    <div className="head mb-1">
      <PageTitle>{title}</PageTitle>
      <div>
        <h1>{title}</h1>
        {subtitle === undefined ? null : <p>{subtitle}</p>}
      </div>
    </div>
  );
}

type EntryShellProps = { children: ReactNode; below?: ReactNode; panel?: ReactNode };

/** A card on a gray page, with whose it is above it. `panel` stands at the right of it on large screens only. */
export function EntryShell({ children, below, panel }: EntryShellProps) {
  return (
    <div className={panel === undefined ? "entry bg-bar" : "entry grid bg-bar lg:grid-cols-2"}>
      <main id="main" className="mx-auto flex min-h-svh w-full max-w-56 flex-col gap-3 px-2 py-4">
        <Brand />
        <div className="my-auto rounded-[12px] bg-paper px-3 py-2 hair">{children}</div>
        {below === undefined ? null : <p className="muted">{below}</p>}
      </main>
      {panel}
    </div>
  );
}

/** A row of roofs, one window lit, by night that alone: drawn, so that the page needs no picture. */
export function Street() {
  return (
    <svg
      viewBox="0 0 400 600"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="street h-svh w-full max-lg:hidden lg:sticky lg:top-0"
    >
      <path d="M0 600V420l60-50 60 50v-60l70-60 70 60v80l50-42 50 42v-70l40-34v314z" opacity=".16" />
      <path d="M0 600V500l50-44 50 44v-34l64-54 64 54v54l46-40 46 40v-30l40-34 40 34v110z" opacity=".24" />
      <path className="lit" d="M152 486h24v32h-24z" />
    </svg>
  );
}
