import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/**
 * Makes the process's log: one JSON object a line, on standard output unless told otherwise.
 *
 * Secrets are kept out where they would come in: headers, bodies and query values are never handed to the log, and of
 * an error only what `describeError` picks. Censoring these names is a second safeguard.
 * @param level the least level that is written
 */
export function createLog(
  level: (typeof logLevels)[number],
  destination: DestinationStream = pino.destination(1),
): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: censoredPaths, censor: "[hidden]" },
      serializers: { err: describeError, error: describeError },
    },
    destination,
  );
}

const censoredNames = [
  ...["authorization", "cookie", "headers", "password", "token", "secret", "apiKey", "apiToken"],
  ...["sessionSecrets", "databaseUrl", "databaseDirectUrl", "smtpUrl", "connectionString"],
];

/** Each name at the top of a log line and one level down. */
const censoredPaths = censoredNames.flatMap((name) => [name, `*.${name}`]);

/** Fields of an error that are logged. Others can contain what people typed, as PostgreSQL's `detail` does. */
const tellingProperties = ["code", "status", "errorId", "pointers", "constraint", "table", "syscall"] as const;

/** Gives what is logged of an error: kind, message, stack and causes, never parameters of queries. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return describeValue(error);
  return {
    type: error.name,
    message: withoutParameters(error.message),
    ...tellingOf(error),
    // The stack begins with the message, so only its places are kept.
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function describeValue(value: unknown): object {
  return typeof value === "object" && value !== null ? tellingOf(value) : { message: String(value) };
}

function tellingOf(value: object): object {
  return Object.fromEntries(
    tellingProperties.flatMap((name) => {
      const property: unknown = Reflect.get(value, name);
      return property === undefined ? [] : [[name, property]];
    }),
  );
}

/** Drizzle ends the message of a failed query with the values that went into it. */
function withoutParameters(message: string): string {
  return message.replace(/\nparams:[\s\S]*$/, "");
}
