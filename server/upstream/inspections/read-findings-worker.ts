/** A thread of its own that reads the findings of a report's pages, given as its data, posts them, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { readFindings } from "./read-findings.ts";

parentPort?.postMessage(readFindings(workerData));
