/** A hundred megabytes through the server, by the plain form, against the same bytes posted straight to the store. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmbeddedStore } from "#server/upstream/storage/embedded-store.ts";
import { multipartOf } from "#tests/support/form-entries.ts";
import { Visitor } from "#tests/support/visitor.ts";
import { setApart } from "../measure/cores.ts";
import { alternate, type Conditions, type Measurement, Series } from "../measure/figure.ts";
import { type BenchProcess, startProcess } from "../measure/process.ts";
import { enter, type Product, startProduct } from "../measure/product.ts";
import { memoryMb } from "../measure/usage.ts";
import { storeSigner } from "../processes/store-signer.ts";

export const name = "upload";
export const title = "A file of 100 MB by a form, against the same bytes posted straight to the store";

const size = 100 * 1024 ** 2;

export async function measure({ rounds, say }: Conditions): Promise<Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-upload-"));
  const file = join(folder, "file.bin");
  for (let written = 0; written < size; written += 4 * 1024 ** 2)
    writeFileSync(file, randomBytes(4 * 1024 ** 2), { flag: "a" });
  const product = await startProduct();
  const store = await startProcess("store.ts", "0", { STORE_DIR: join(folder, "objects") });
  const visitor = new Visitor(product.origin);
  try {
    await enter(visitor);
    say(`upload: ${rounds} rounds of 100 MB each way`);
    return await compare(product, store, visitor, await openAsBlob(file), rounds);
  } finally {
    await visitor.close();
    await store.stop();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(
  product: Product,
  store: BenchProcess,
  visitor: Visitor,
  content: Blob,
  rounds: number,
): Promise<Measurement[]> {
  setApart(store.pid);
  const growth: number[] = [];
  const through = new Series(async () => {
    const before = memoryMb(product.pid) ?? Number.NaN;
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, memoryMb(product.pid) ?? 0);
    }, 20);
    const ms = await writeForm(visitor, content).finally(() => clearInterval(watching));
    growth.push(most - before);
    return ms;
  });
  const straight = new Series(() => post(store, content));
  // The first of each loads what it needs.
  for (const contender of [through, straight]) await contender.measure();
  for (const results of [through.results, straight.results, growth]) results.length = 0;
  await alternate(rounds, [through, straight]);
  const seconds = (times: readonly number[]) => times.map((ms) => ms / 1000);
  return [
    {
      what: "through the server ÷ straight to the store",
      unit: "×",
      values: through.results.map((ms, round) => ms / (straight.results[round] ?? Number.NaN)),
      goal: { atMost: 1.5 },
    },
    { what: "through the server", unit: "s", values: seconds(through.results) },
    { what: "straight to the store", unit: "s", values: seconds(straight.results) },
    { what: "memory that it takes meanwhile", unit: "MB", values: growth, goal: { atMost: 50 } },
  ];
}

/** Sends the form as a browser without scripts does; gives the time until it is answered, in ms. */
async function writeForm(visitor: Visitor, content: Blob): Promise<number> {
  const { document } = await visitor.open("/documents/uploads/new");
  const inputs = document.querySelectorAll("main form[method=post] input[type=hidden]");
  const fields = inputs.map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""] as const);
  const body = multipartOf(fields, [new File([content], `${crypto.randomUUID()}.bin`)]);
  const started = performance.now();
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await visitor.request("/documents/uploads/new", { method: "POST", headers, body });
  await answer.body?.cancel();
  if (answer.status !== 303) throw new Error(`The form was answered ${answer.status}.`);
  return performance.now() - started;
}

const signing = createEmbeddedStore({ folder: "", signer: storeSigner, log: { error: () => {} } });

/** Posts the same bytes as a signed form; gives the time until it is answered, in ms. */
async function post({ origin }: BenchProcess, content: Blob): Promise<number> {
  const object = { key: crypto.randomUUID(), size: content.size, mime: "application/octet-stream" };
  const { uploadUri, fields } = await signing.presignPost(object, origin);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("file", content, "file");
  const started = performance.now();
  const answer = await fetch(uploadUri, { method: "POST", body });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The store answered ${answer.status}.`);
  return performance.now() - started;
}
