import { describe, expect, test } from "vitest";
import { decideScripts, pathWithoutScripts } from "#app/entry/scripts.ts";

const decide = (headers: Record<string, string> = {}, handles: Parameters<typeof decideScripts>[0] = [{}]) =>
  decideScripts(handles, new Headers(headers));

describe("the scripts of a page", () => {
  test("a browser's first page has the enhancer only", () => {
    expect(decide()).toEqual({ scripts: "enhanced", adaptive: true });
  });

  test("later pages hydrate once the app's files are cached", () => {
    expect(decide({ Cookie: "a=b; lk_scripts=full; c=d" })).toEqual({ scripts: "full", adaptive: true });
  });

  test.each(["lk_scripts=fuller", "xlk_scripts=full", "lk_scripts=", "lk_scripts", "a=lk_scripts=full"])(
    "the cookie %s says nothing",
    (Cookie) => {
      expect(decide({ Cookie }).scripts).toBe("enhanced");
    },
  );

  test("with Save-Data pages have the enhancer only", () => {
    expect(decide({ Cookie: "lk_scripts=full", "Save-Data": "on" })).toEqual({ scripts: "enhanced", adaptive: false });
  });

  test("the light mode overrides the cookie of the enhancer", () => {
    expect(decide({ Cookie: "lk_scripts=full; lk_pin=lite" })).toEqual({ scripts: "enhanced", adaptive: false });
  });

  test("the full mode overrides everything but the page's own handle", () => {
    const headers = { Cookie: "lk_pin=full", "Save-Data": "on" };
    expect(decide(headers)).toEqual({ scripts: "full", adaptive: false });
    expect(decide(headers, [{}, { scripts: "none" }, {}])).toEqual({ scripts: "none", adaptive: false });
  });

  test("on https the cookie of the mode has the __Host- prefix", () => {
    expect(decide({ Cookie: "__Host-lk_pin=lite; lk_scripts=full" }).scripts).toBe("enhanced");
  });
});

test.each([
  ["https://app.example/clients?q=a%26b", "/clients?q=a%26b&noscript="],
  ["https://app.example//elsewhere.example/", "/elsewhere.example/?noscript="],
  ["https://app.example/\\\\elsewhere.example", "/elsewhere.example?noscript="],
])("%s is found without scripts on this site", (address, path) => {
  expect(pathWithoutScripts(address)).toBe(path);
});
