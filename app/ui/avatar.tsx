import type { ReactNode } from "react";

type AvatarProps = { name: string; picture?: string | null; large?: boolean };

/**
 * The face beside a name: a picture from our own server, or initials. Decorative, so the name must stand next to it.
 * The initials lie below the picture and show when it does not come.
 */
export function Avatar({ name, picture = null, large = false }: AvatarProps) {
  const size = large ? 56 : 32;
  return (
    <span className={large ? "face size-7 text-4" : "face"} aria-hidden="true">
      {initialsOf(name)}
      {picture === null ? null : (
        <img src={picture} alt="" width={size} height={size} loading="lazy" decoding="async" />
      )}
    </span>
  );
}

/** First letters of the first and the last word, upper case; "?" for a name without letters or digits. */
export function initialsOf(name: string): string {
  const words = name.normalize("NFC").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu) ?? [];
  const ends = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  const letters = ends.map((word) => Array.from(word ?? "")[0] ?? "").join("");
  return letters === "" ? "?" : letters.toLocaleUpperCase("en-US");
}

/** Avatar, name, a second line and what is below it, as the first column of tables and the head of pages. */
export function Person({ name, note, detail, picture, href, children }: PersonProps) {
  const called = note === undefined ? name : `${name} ${note}`;
  return (
    <div className="who">
      <Avatar name={name} picture={picture ?? null} />
      <div>
        {href === undefined ? (
          <b>{called}</b>
        ) : (
          <a className="row-link" href={href} title={called}>
            {called}
          </a>
        )}
        {detail === undefined || detail === null || detail === "" ? null : <div className="muted small">{detail}</div>}
        {children}
      </div>
    </div>
  );
}

type PersonProps = {
  name: string;
  /** What is said behind the name and is no part of it, as in "(you)". */
  note?: string | undefined;
  detail?: string | null;
  picture?: string | null;
  href?: string;
  children?: ReactNode;
};
