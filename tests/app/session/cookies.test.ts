import { expect, test } from "vitest";
import { clearScriptCookie, readCookie, writeCookie } from "#app/session/cookies.ts";

function requestWith(cookie: string): Request {
  return new Request("https://latchkey.example/", { headers: { cookie } });
}

test("over https a cookie belongs to this host only", () => {
  expect(writeCookie("latchkey", "abc", { maxAge: 60, secure: true })).toBe(
    "__Host-latchkey=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
});

test("over http on loopback a cookie has a plain name and no Secure", () => {
  expect(writeCookie("latchkey", "abc", { maxAge: 60, secure: false })).toBe(
    "latchkey=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
  );
});

test("a cookie set by a script is removed under its own name, with Secure over https", () => {
  const gone = "lk_scripts=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax";
  expect([clearScriptCookie("lk_scripts", true), clearScriptCookie("lk_scripts", false)]).toEqual([
    `${gone}; Secure`,
    gone,
  ]);
});

test("over https a cookie without the prefix is not read, since another host may have set it", () => {
  expect(readCookie(requestWith("latchkey=planted; __Host-latchkey=ours"), "latchkey", true)).toBe("ours");
  expect(readCookie(requestWith("latchkey=planted"), "latchkey", true)).toBeNull();
});

test("names are compared whole, and malformed values are ignored", () => {
  expect(readCookie(requestWith("xlatchkey=a; latchkey_form=b"), "latchkey", false)).toBeNull();
  expect(readCookie(requestWith(" latchkey = a "), "latchkey", false)).toBe("a");
  for (const odd of ["latchkey=", 'latchkey="a"', "latchkey=a%20b", "latchkey"]) {
    expect(readCookie(requestWith(odd), "latchkey", false), odd).toBeNull();
  }
  expect(readCookie(new Request("https://latchkey.example/"), "latchkey", false)).toBeNull();
});
