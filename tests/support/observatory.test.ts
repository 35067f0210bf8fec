import { expect, test } from "vitest";
import { scoreAnswer } from "./observatory.ts";

const usual = {
  "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
};
const strict = { ...usual, "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };

/** Scores that version 1.6.3 itself gave. */
const known: readonly { is: string; headers: Record<string, string>; html: string; score: number }[] = [
  { is: "without a header", headers: {}, html: "", score: 30 },
  { is: "as many sites give it", headers: usual, html: "", score: 80 },
  { is: "with a bare cookie", headers: { ...usual, "set-cookie": "session=1; Path=/" }, html: "", score: 50 },
  { is: "with a strict policy", headers: strict, html: "", score: 120 },
  { is: "with others' script", headers: strict, html: '<script src="https://cdn.example/a.js"></script>', score: 115 },
  {
    is: "that all sites may read",
    headers: { ...strict, "access-control-allow-origin": "*" },
    html: "",
    score: 120,
  },
  {
    is: "without https for long",
    headers: { ...strict, "strict-transport-security": "max-age=60" },
    html: "",
    score: 110,
  },
  { is: "with a plain image", headers: withPlainImages(), html: "", score: 100 },
];

function withPlainImages(): Record<string, string> {
  return { ...strict, "content-security-policy": `${strict["content-security-policy"]}; img-src http:` };
}

test.for(known)("the measure gives an answer $is $score", ({ headers, html, score }) => {
  expect(scoreAnswer(new Headers(headers), html).score).toBe(score);
});
