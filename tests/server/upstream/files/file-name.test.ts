import { expect, test } from "vitest";
import { contentDisposition, fileName, shortened } from "#server/upstream/files/file-name.ts";

test.for<[string, string | null]>([
  ["plan.pdf", "plan.pdf"],
  ["  plan.pdf ", "plan.pdf"],
  ["../../etc/passwd", "passwd"],
  ["C:\\Users\\ada\\plan.pdf", "plan.pdf"],
  ["/", null],
  ["", null],
  [".", null],
  ["a/..", null],
  ["a\nb.pdf", null],
  ["a\0b.pdf", null],
  ["invoice\u202efdp.exe", "invoicefdp.exe"],
  ["\u2066\u200e", null],
  ["été 🏠.pdf", "été 🏠.pdf"],
  ["n".repeat(255), "n".repeat(255)],
  ["n".repeat(256), null],
  ["n".repeat(4096), null],
])("%j is taken as %j", ([given, expected]) => {
  expect(fileName.safeParse(given).data ?? null).toBe(expected);
});

test.for<[string, string]>([
  ["plan.pdf", 'attachment; filename="plan.pdf"'],
  ['a"b\\c.pdf', "attachment; filename=\"a_b_c.pdf\"; filename*=UTF-8''a%22b%5Cc.pdf"],
  ["été.pdf", "attachment; filename=\"_t_.pdf\"; filename*=UTF-8''%C3%A9t%C3%A9.pdf"],
  ["100%;x=1", "attachment; filename=\"100__x=1\"; filename*=UTF-8''100%25%3Bx%3D1"],
  ["it's (new)*", 'attachment; filename="it\'s (new)*"'],
  ["o'été", "attachment; filename=\"o'_t_\"; filename*=UTF-8''o%27%C3%A9t%C3%A9"],
  ["\ud800", "attachment; filename=\"_\"; filename*=UTF-8''%EF%BF%BD"],
])("%j goes out as %s", ([name, expected]) => {
  expect(contentDisposition("attachment", name)).toBe(expected);
  expect(new Headers({ "content-disposition": expected }).get("content-disposition")).toBe(expected);
});

test("a name that is too long keeps its ending", () => {
  expect(shortened("short.pdf", 20)).toBe("short.pdf");
  expect(shortened("a very long report.pdf", 12)).toBe("a very ….pdf");
  expect(shortened("n".repeat(300), 200)).toHaveLength(200);
  expect(shortened(`${"🏠".repeat(120)}.pdf`, 200).isWellFormed()).toBe(true);
});

test("a name is cut between characters, and goes out in 255 bytes", () => {
  expect(shortened(`${"👩‍🚀".repeat(3)}.pdf`, 15)).toBe("👩‍🚀👩‍🚀….pdf");
  expect(shortened(`${"e\u0301".repeat(9)}.pdf`, 12)).toBe(`${"e\u0301".repeat(3)}….pdf`);
  expect(contentDisposition("inline", `${"門".repeat(120)}.pdf`)).toMatch(/''(?:%E9%96%80){82}%E2%80%A6\.pdf$/);
});
