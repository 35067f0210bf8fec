import { createHash } from "node:crypto";
import { data, useLoaderData } from "react-router";
import { describe, expect, test } from "vitest";
import { Deferred } from "#app/ui/deferred.tsx";
import { createPages } from "#tests/support/page-build.tsx";

const styles = "body{color:red}";
const enhancer = "document.title+=1";
const source = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const full = { headers: { Cookie: "lk_scripts=full" } };

function pages(options: Partial<Parameters<typeof createPages>[0]> = {}) {
  return createPages({
    styles,
    enhancer,
    routes: [
      { path: "list", loader: () => ({ names: ["Maya"] }) },
      { path: "login", handle: { scripts: "none" } },
      { path: "new", handle: { form: "create" }, action: () => data({ wrong: true }, { status: 400 }) },
      {
        path: "broken",
        loader: () => {
          throw data("Failed to fetch data", { status: 502 });
        },
      },
      {
        path: "crash",
        loader: () => {
          throw new Error("a secret of the house");
        },
      },
      {
        path: "unrendered",
        view: () => {
          throw new Error("cannot be rendered");
        },
      },
    ],
    ...options,
  });
}

/** The policy as directive → sources. */
function policyOf(response: Response): Map<string, string> {
  const policy = response.headers.get("Content-Security-Policy") ?? "";
  return new Map(policy.split("; ").map((rule) => [rule.split(" ")[0] ?? "", rule.split(" ").slice(1).join(" ")]));
}

test("names the rules for fetching ahead where nothing else does that, and where nobody saves data", async () => {
  const rulesOf = async (path: string, init?: RequestInit) =>
    (await pages()(path, init)).headers.get("Speculation-Rules");
  const named = '"/speculation-rules.json"';
  expect([await rulesOf("/list"), await rulesOf("/login", full)]).toEqual([named, named]);
  expect([await rulesOf("/list", full), await rulesOf("/list", { headers: { "Save-Data": "on" } })]).toEqual([
    null,
    null,
  ]);
});

describe("a page without scripts", () => {
  test("has no scripts, and a policy without scripts", async () => {
    const response = await pages()("/login", full);
    const html = await response.text();
    expect(html).not.toContain("<script");
    expect(html).toContain(`<style>${styles}</style>`);
    expect(policyOf(response).get("default-src")).toBe("'none'");
    expect(policyOf(response).has("script-src")).toBe(false);
    // For compression dictionaries, which browsers fetch from here.
    expect(policyOf(response).get("connect-src")).toBe("'self'");
    expect(policyOf(response).get("style-src")).toBe(source(styles));
  });
});

describe("a page with a script of its own", () => {
  const own = "document.title+=3";
  const routes = [
    { path: "device", handle: { ownScript: "device" } },
    { path: "portal", handle: { ownScript: "device", scripts: "none" } },
    { path: "list" },
  ];
  const answers = pages({ routes, ownScripts: { device: own } });

  test("has it behind what it works on, allowed by its hash, and may register a worker", async () => {
    const response = await answers("/device");
    expect(await response.text()).toMatch(/<script>document\.title\+=3<\/script><\/body>/);
    expect(policyOf(response).get("script-src")).toBe(`${source(enhancer)} ${source(own)}`);
    expect(policyOf(response).get("worker-src")).toBe("'self'");
  });

  test("has it alone where the page has no scripts", async () => {
    const response = await answers("/portal", full);
    expect((await response.text()).match(/<script/g)).toHaveLength(1);
    expect(policyOf(response).get("script-src")).toBe(source(own));
  });

  test("imports it by itself where it hydrates", async () => {
    const response = await answers("/device", full);
    expect(await response.text()).not.toContain(own);
    expect(policyOf(response).get("worker-src")).toBe("'self'");
  });

  test("leaves other pages without it", async () => {
    const response = await answers("/list");
    expect(await response.text()).not.toContain(own);
    expect([...policyOf(response).keys()]).not.toContain("worker-src");
  });
});

describe("an agent's page on a first visit", () => {
  test("has the enhancer only, allowed by its hash", async () => {
    const response = await pages()("/list");
    const html = await response.text();
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).toContain(`>${enhancer}</script>`);
    expect(policyOf(response).get("script-src")).toBe(source(enhancer));
    expect(html).toContain("Maya");
    expect(html.startsWith("<!DOCTYPE html><html")).toBe(true);
  });

  test("has the enhancer's part for files where it has a field for them, allowed by the hash of both", async () => {
    const fileFields = "document.title+=2";
    const both = `${enhancer}\n${fileFields}`;
    const routes = [{ path: "list" }, { path: "files", view: () => <input type="file" /> }];
    const answers = pages({ fileFields, routes });
    for (const [path, text] of [
      ["/list", enhancer],
      ["/files", both],
    ] as const) {
      const response = await answers(path);
      expect(await response.text()).toContain(`>${text}</script>`);
      expect(policyOf(response).get("script-src")).toBe(source(text));
    }
    const hydrating = await answers("/list", full);
    expect(await hydrating.text()).toContain(`>${both}</script>`);
    expect(policyOf(hydrating).get("script-src")).toContain(source(both));
  });

  test("gives the enhancer the manifest", async () => {
    const html = await (await pages()("/list")).text();
    expect(html).toContain('data-manifest="/assets/manifest.js"');
  });

  test("gives it nothing in light mode or with Save-Data", async () => {
    for (const headers of [{ Cookie: "lk_pin=lite" }, { "Save-Data": "on" }]) {
      const html = await (await pages()("/list", { headers })).text();
      expect(html).toContain("data-enhancer");
      expect(html).not.toContain("data-manifest");
    }
  });
});

describe("a browser that got scripts and does not run them", () => {
  const path = "/list?q=a%26b&noscript=";

  test("is sent to the same page without scripts, and gets none from then on", async () => {
    const html = await (await pages()("/list?q=a%26b", full)).text();
    expect(html).toContain(
      `<noscript><meta http-equiv="refresh" content="0; url=${path.replace("&n", "&amp;n")}"/></noscript>`,
    );
    const response = await pages()(path, full);
    expect(response.headers.get("Set-Cookie")).toMatch(/^lk_scripts=; .*Max-Age=0/);
    const whole = await response.text();
    expect(whole).not.toContain("<noscript");
    expect(whole.match(/<script/g)).toHaveLength(1);
    expect(whole).toContain("Maya");
  });

  test("stays on the response to a form", async () => {
    const answer = await pages()("/new", { ...full, method: "POST", body: new URLSearchParams() });
    expect([answer.status, await answer.text()]).toEqual([400, expect.not.stringContaining("refresh")]);
  });
});

describe("a page that hydrates", () => {
  test("has a new nonce on each of its scripts", async () => {
    const answers = await Promise.all([pages()("/list", full), pages()("/list", full)]);
    const nonces = answers.map((answer) => /'nonce-([^']+)'/.exec(policyOf(answer).get("script-src") ?? "")?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    for (const [index, answer] of answers.entries()) {
      const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? [];
      expect(scripts.length).toBeGreaterThan(2);
      const own = scripts.filter((script) => !script.includes("data-enhancer"));
      for (const script of own) expect(script).toContain(`nonce="${nonces[index]}"`);
      expect(policyOf(answer).get("script-src")).toBe(`'self' 'nonce-${nonces[index]}' ${source(enhancer)}`);
    }
  });

  test("has its data once, and nothing in it ends the script", async () => {
    const name = "</script><script>alert(1)</script><!-- $& \u2028";
    const answer = await pages({
      routes: [{ path: "list", loader: () => ({ names: [name] }), view: () => <p>List</p> }],
    })("/list", full);
    const html = await answer.text();
    expect(html.match(/alert/g)).toHaveLength(1);
    const [, data = ""] = /JSON\.stringify\((.*)\)\+"\\n"/s.exec(html) ?? [];
    expect(JSON.parse(data)).toContain(name);
    expect(data).not.toContain("<");
  });

  test("is one piece when no data is deferred", async () => {
    const html = await (await pages()("/list", full)).text();
    expect(html).toContain("Maya");
    expect(html).not.toContain("hidden id=");
    expect(html).toMatch(
      /c\.enqueue\(JSON\.stringify\(.*"Maya".*\);c\.close\(\)\}\)\(__reactRouterContext\.streamController\)<\/script><\/body>/s,
    );
  });
});

test.each([
  ["/login", {}],
  ["/list", {}],
  ["/list", full],
])("no policy has an unsafe word: %s %j", async (path, init) => {
  const response = await pages()(path, init);
  expect(response.headers.get("Content-Security-Policy")).not.toMatch(/unsafe|\*|https?:|data:/);
  expect(policyOf(response).get("frame-ancestors")).toBe("'none'");
  expect(policyOf(response).get("base-uri")).toBe("'none'");
  expect(policyOf(response).get("form-action")).toBe("'self'");
});

describe("a page that has not changed", () => {
  test.each([
    ["/login", {}],
    ["/list", {}],
    ["/list", full],
  ])("is a 304 without a body: %s %j", async (path, init) => {
    const app = pages();
    const first = await app(path, init);
    const tag = first.headers.get("ETag") ?? "";
    expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(first.headers.get("Vary")).toBe("Cookie, Save-Data");
    const again = await app(path, { headers: { ...("headers" in init ? init.headers : {}), "If-None-Match": tag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect([...again.headers.keys()]).toEqual(["cache-control", "etag", "vary"]);
    expect(again.headers.get("ETag")).toBe(tag);
  });

  test("has another tag after a change of build, scripts, saving of data, toast, data, styles or enhancer", async () => {
    const tagOf = async (app: ReturnType<typeof pages>, init?: RequestInit) =>
      (await app("/list", init)).headers.get("ETag");
    const routes = [{ path: "list", loader: () => ({ names: ["Ben"] }) }];
    const tags = await Promise.all([
      tagOf(pages()),
      tagOf(pages({ version: "2" })),
      tagOf(pages(), full),
      tagOf(pages(), { headers: { Cookie: "lk_pin=lite" } }),
      tagOf(pages(), { headers: { Cookie: "lk_pin=lite", "Save-Data": "on" } }),
      tagOf(pages({ toast: () => ({ text: "Client created." }) })),
      tagOf(pages({ routes })),
      tagOf(pages({ styles: "body{color:blue}" })),
      tagOf(pages({ enhancer: "document.title+=2" })),
    ]);
    expect(tags).not.toContain(null);
    expect(new Set(tags).size).toBe(tags.length);
  });

  test.each(["/new", "/broken", "/crash", "/nowhere"])("%s is never a 304", async (path) => {
    const response = await pages()(path, { headers: { "If-None-Match": "*" } });
    expect(response.status).not.toBe(304);
    expect(response.headers.has("ETag")).toBe(false);
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
  });

  test("the response to a form is never a 304", async () => {
    const response = await pages()("/new", { method: "POST", body: new URLSearchParams({ a: "b" }) });
    expect(response.status).toBe(400);
    expect(response.headers.has("ETag")).toBe(false);
  });
});

test("HEAD has the headers of GET, without a body", async () => {
  const app = pages();
  const [get, head] = await Promise.all([app("/list"), app("/list", { method: "HEAD" })]);
  expect(await head.text()).toBe("");
  expect(head.status).toBe(get.status);
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
});

type PanelResult = { ok: true; data: string } | { ok: false; code: string };

const resolveAfter = (ms: number, text: string) =>
  new Promise<PanelResult>((resolve) => setTimeout(resolve, ms, { ok: true, data: text }));

function Panel() {
  const { panel } = useLoaderData<{ panel: Promise<PanelResult> }>();
  return (
    <Deferred value={panel} pending={<p>Loading</p>}>
      {(result) => <p>{result.ok ? result.data : result.code}</p>}
    </Deferred>
  );
}

const panelPages = (ms: number) =>
  pages({ routes: [{ path: "panels", loader: () => ({ panel: resolveAfter(ms, "late but here") }), view: Panel }] });

describe("deferred data", () => {
  test("is awaited where the page cannot stream, and is part of the tag", async () => {
    const response = await panelPages(100)("/panels");
    const html = await response.text();
    expect(html).toContain("<p>late but here</p>");
    expect(html).not.toContain("Loading");
    expect(response.headers.has("ETag")).toBe(true);
  });

  test("that is late is shown as such", async () => {
    expect(await (await panelPages(3000)("/panels")).text()).toContain("<p>slow</p>");
  });

  test("is streamed where the page hydrates, without a tag", async () => {
    const response = await panelPages(100)("/panels", full);
    expect(response.headers.has("ETag")).toBe(false);
    const pieces: string[] = [];
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) pieces.push(decoder.decode(piece));
    expect(pieces[0]).toContain("Loading");
    expect(pieces[0]).not.toContain("late but here");
    expect(pieces.join("")).toContain("late but here");
  });
});

test("a closed connection during streaming is no error", async () => {
  const told: unknown[] = [];
  const app = createPages({
    routes: [{ path: "panels", loader: () => ({ panel: resolveAfter(200, "late but here") }), view: Panel }],
    onError: (error) => void told.push(error),
  });
  const reader = (await app("/panels", full)).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(told).toEqual([]);
});

describe("a page that fails", () => {
  test("shows what the route threw, and a general text for other errors", async () => {
    const broken = await pages()("/broken");
    expect(broken.status).toBe(502);
    expect(await broken.text()).toContain("Failed to fetch data");
    const crash = await pages()("/crash");
    expect(crash.status).toBe(500);
    const html = await crash.text();
    expect(html).toContain("Something went wrong!");
    expect(html).not.toContain("a secret of the house");
  });

  test("during rendering becomes an error page, and is logged", async () => {
    const told: unknown[] = [];
    const view = () => {
      throw new Error("cannot be rendered");
    };
    const app = pages({ routes: [{ path: "list", view }], onError: (error) => void told.push(error) });
    for (const init of [{}, full]) {
      const response = await app("/list", init);
      expect(response.status).toBe(500);
      expect(await response.text()).toContain("Something went wrong!");
    }
    expect(String(told[0])).toContain("cannot be rendered");
  });

  test("at an unknown address is Not Found", async () => {
    const response = await pages()("/nowhere");
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Not Found");
  });
});

test("in development Vite's scripts and styles are allowed, and pages are never a 304", async () => {
  const app = pages({ development: true, styles: null });
  for (const Cookie of ["", "lk_scripts=full"]) {
    const response = await app("/list", { headers: { Cookie, "If-None-Match": "*" } });
    expect(response.status).toBe(200);
    expect(response.headers.has("ETag")).toBe(false);
    expect(response.headers.get("Content-Security-Policy")).toContain("'unsafe-inline'");
    const html = await response.text();
    expect(html).toContain('<link rel="stylesheet" href="/app/ui/app.css"/>');
    expect(html).not.toMatch(/<style|nonce=/);
  }
});

test("no response leaves a timer", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
  const app = pages();
  const before = timers();
  for (const [path, init] of [
    ["/login", {}],
    ["/list", {}],
    ["/list", full],
    ["/broken", {}],
    ["/crash", full],
    ["/unrendered", full],
  ] as const) {
    await (await app(path, init)).text();
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(timers()).toBeLessThanOrEqual(before);
});
