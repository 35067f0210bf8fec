import { expect, test } from "vitest";
import { clearScriptCookie, readCookie, writeCookie } from "#app/session/cookies.ts";

function requestWith(cookie: string): Request {
  return new Request("https://latchkey.example/", { headers: { cookie } });
}

test("behind https a cookie is bound to this host", () => {
  expect(writeCookie("latchkey", "abc", { maxAge: 60, secure: true })).toBe(
    "__Host-latchkey=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
});

test("on a loopback http origin it has a plain name and no Secure", () => {
  expect(writeCookie("latchkey", "abc", { maxAge: 60, secure: false })).toBe(
    "latchkey=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
  );
});

test("a cookie that a script has set is taken away under its own name, behind https as securely as all others", () => {
  const gone = "lk_scripts=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax";
  expect([clearScriptCookie("lk_scripts", true), clearScriptCookie("lk_scripts", false)]).toEqual([
    `${gone}; Secure`,
    gone,
  ]);
});

test("behind https a cookie without the prefix, which another host may have set, is not read", () => {
  expect(readCookie(requestWith("latchkey=planted; __Host-latchkey=ours"), "latchkey", true)).toBe("ours");
  expect(readCookie(requestWith("latchkey=planted"), "latchkey", true)).toBeNull();
});

test("names are compared whole, and odd values are none", () => {
  expect(readCookie(requestWith("xlatchkey=a; latchkey_form=b"), "latchkey", false)).toBeNull();
  expect(readCookie(requestWith(" latchkey = a "), "latchkey", false)).toBe("a");
  for (const odd of ["latchkey=", 'latchkey="a"', "latchkey=a%20b", "latchkey"]) {
    expect(readCookie(requestWith(odd), "latchkey", false), odd).toBeNull();
  }
  expect(readCookie(new Request("https://latchkey.example/"), "latchkey", false)).toBeNull();
});
