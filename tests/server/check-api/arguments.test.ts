import { expect, test } from "vitest";
import { readArguments } from "#server/check-api/arguments.ts";
import { StartRefused } from "#server/start-refused.ts";

test("the address is the command's word, or else that of the settings", () => {
  expect(readArguments(["https://a.example/api/"], { API_URL: "https://b.example/api" })).toMatchObject({
    url: "https://a.example/api",
    service: { apiUrl: "https://a.example/api", apiIdentity: "api" },
  });
  expect(readArguments([], { API_URL: "https://b.example/api" })).toMatchObject({ url: "https://b.example/api" });
  expect(readArguments(["--help"], {})).toBeNull();
});

test.each([
  [[], /^Name one address\./],
  [["https://a.example/api", "hunter2"], /^Name one address\./],
  [["a.example"], /must begin with/],
  [["ftp://a.example"], /API_URL must begin with http/],
  [["https://ada:hunter2@a.example/api"], /^Leave the password out/],
])("%j is refused without its words", (words, sentence) => {
  const read = () => readArguments(words, {});
  expect(read).toThrow(StartRefused);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow(/hunter2/);
});
