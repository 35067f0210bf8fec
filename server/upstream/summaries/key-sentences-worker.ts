/** A thread that chooses key sentences, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { keySentences } from "./key-sentences.ts";

parentPort?.postMessage(keySentences(workerData));
