import { expect, test } from "vitest";
import { linesOfHtml, textOfHtml } from "#server/upstream/replies/html-text.ts";
import { replyOf } from "#server/upstream/replies/reply-text.ts";

test("text is written as a mail program would have written it", () => {
  const html = `<html><head><title>No</title><style>p{color:red}</style></head><body>
    <p>Hello&nbsp;Sam,</p><p>we like <b>Elm&amp;Oak</b><br>a lot:</p>
    <ul><li>the garden</li><li>the light</li></ul>
    <div>See <a href="https://example.com/a">this</a> and <a href="https://example.com/">example.com</a></div>
    <script>alert(1)</script><img src="cid:logo" alt="logo"></body></html>`;
  expect(textOfHtml(html).trim()).toBe(
    "Hello Sam,\n\nwe like Elm&Oak\na lot:\n\n- the garden\n- the light\n\nSee this (https://example.com/a) and example.com",
  );
});

test("quotes are marked, so that they are left out of the reply", () => {
  const gmail = `<div dir="ltr">Yes, <i>please</i>.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Nov 2, 2026
    at 9:15 AM Sam Reed &lt;<a href="mailto:s@r.example">s@r.example</a>&gt; wrote:<br></div>
    <blockquote class="gmail_quote"><div>Hello Ana,</div><p>Thursday?</p></blockquote></div>`;
  expect(replyOf(linesOfHtml(gmail)).words).toBe("Yes, please.");
  const outlook = `<div>Yes.</div><hr><div><b>From:</b> Sam &lt;s@r.example&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Ana<br><b>Subject:</b> House</div><p>Hello</p>`;
  expect(replyOf(linesOfHtml(outlook)).words).toBe("Yes.");
});

test.each(["<div>", "<blockquote>", "<b><i>", "<", "&amp;", "<!--", "<a href='", "<p>a</p>", "<li>", "</div>", "<td>"])(
  "HTML that is made to take long ends soon: %s",
  (unit) => {
    const started = performance.now();
    textOfHtml(unit.repeat(1_000_000 / unit.length));
    expect(performance.now() - started).toBeLessThan(15_000);
  },
);
