import { describe, expect, test } from "vitest";
import { decideScripts, pathWithoutScripts } from "#app/entry/scripts.ts";

const decide = (headers: Record<string, string> = {}, handles: Parameters<typeof decideScripts>[0] = [{}]) =>
  decideScripts(handles, new Headers(headers));

describe("how much script a page carries", () => {
  test("the first page of a browser has the enhancer alone, which may ask for more", () => {
    expect(decide()).toEqual({ scripts: "enhanced", adaptive: true });
  });

  test("the next one hydrates once the app's files are kept", () => {
    expect(decide({ Cookie: "a=b; lk_scripts=full; c=d" })).toEqual({ scripts: "full", adaptive: true });
  });

  test.each(["lk_scripts=fuller", "xlk_scripts=full", "lk_scripts=", "lk_scripts", "a=lk_scripts=full"])(
    "the cookie %s says nothing",
    (Cookie) => {
      expect(decide({ Cookie }).scripts).toBe("enhanced");
    },
  );

  test("Save-Data keeps the page small and is not adapted to", () => {
    expect(decide({ Cookie: "lk_scripts=full", "Save-Data": "on" })).toEqual({ scripts: "enhanced", adaptive: false });
  });

  test("Lite by hand wins over what the connection has shown", () => {
    expect(decide({ Cookie: "lk_scripts=full; lk_pin=lite" })).toEqual({ scripts: "enhanced", adaptive: false });
  });

  test("Full by hand wins over everything but the page itself", () => {
    const headers = { Cookie: "lk_pin=full", "Save-Data": "on" };
    expect(decide(headers)).toEqual({ scripts: "full", adaptive: false });
    expect(decide(headers, [{}, { scripts: "none" }, {}])).toEqual({ scripts: "none", adaptive: false });
  });

  test("on https the pin has the host prefix", () => {
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
