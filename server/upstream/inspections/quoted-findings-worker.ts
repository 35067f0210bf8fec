/** A thread that checks a model's findings against the report, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { quotedFindings } from "./quoted-findings.ts";

parentPort?.postMessage(quotedFindings(workerData));
