/** A thread that reads findings in a report, and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { readReport } from "./read-findings.ts";

parentPort?.postMessage(readReport(workerData));
