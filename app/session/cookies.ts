/** The app's cookies. Each is HttpOnly, for this host only, and not sent with cross-site requests. */

interface CookieLife {
  /** Seconds; 0 removes the cookie. */
  readonly maxAge: number;
  /** False on a loopback http origin only: Safari drops Secure cookies there, and the prefix requires Secure. */
  readonly secure: boolean;
}

/** The value of a cookie; null when absent, empty, or with characters that `writeCookie` does not write. */
export function readCookie(request: Request, name: string, secure: boolean): string | null {
  return readNamed(request, fullName(name, secure));
}

/** The same for a cookie of `writePathCookie`. */
export function readPathCookie(request: Request, name: string, secure: boolean): string | null {
  return readNamed(request, pathName(name, secure));
}

function readNamed(request: Request, wanted: string): string | null {
  for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at === -1 || pair.slice(0, at).trim() !== wanted) continue;
    const value = pair.slice(at + 1).trim();
    return /^[\w-]+$/.test(value) ? value : null;
  }
  return null;
}

/** A Set-Cookie value. `value` consists of letters, digits, "-" and "_": texts go in as base64url. */
export function writeCookie(name: string, value: string, life: CookieLife): string {
  return `${fullName(name, life.secure)}=${value}; ${attributesOf(life)}`;
}

/** The same for a cookie that is sent only to pages below a path. */
export function writePathCookie(name: string, value: string, path: string, life: CookieLife): string {
  return `${pathName(name, life.secure)}=${value}; ${attributesOf(life, path)}`;
}

/** A Set-Cookie value that removes a cookie set by one of our scripts: its name has no prefix. */
export function clearScriptCookie(name: string, secure: boolean): string {
  return `${name}=; ${attributesOf({ maxAge: 0, secure })}`;
}

function attributesOf({ maxAge, secure }: CookieLife, path = "/"): string {
  return `Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

function fullName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name;
}

/** The `__Host-` prefix requires the path "/". */
function pathName(name: string, secure: boolean): string {
  return secure ? `__Secure-${name}` : name;
}
