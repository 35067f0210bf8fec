/** A thread of its own that chooses the key sentences of pages, given as its data, posts them, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { keySentences } from "./key-sentences.ts";

parentPort?.postMessage(keySentences(workerData));
