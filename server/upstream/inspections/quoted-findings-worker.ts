/** A thread of its own that holds a language model's findings against the report, posts those that quote it, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { quotedFindings } from "./quoted-findings.ts";

parentPort?.postMessage(quotedFindings(workerData));
