import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/**
 * The log: lines of JSON on standard output. Headers, bodies and query values are never logged, and of errors only what
 * `describeError` picks; censoring names is a second safeguard.
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
      formatters: { level: (label) => ({ level: label }), log: nameNothing },
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

const censoredPaths = censoredNames.flatMap((name) => [name, `*.${name}`]);

/** Other fields may have what people typed, as PostgreSQL's `detail`. */
const tellingProperties = ["code", "status", "errorId", "pointers", "constraint", "table", "syscall"] as const;

/** Kind, message, stack and causes, without parameters of queries. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return describeValue(error);
  return {
    type: error.name,
    message: withoutParameters(error.message),
    ...tellingOf(error),
    // The stack repeats the message.
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function describeValue(value: unknown): object {
  if (typeof value !== "object" || value === null) return { message: String(value) };
  return { type: value.constructor?.name ?? "object", ...describeAnswer(value), ...tellingOf(value) };
}

/** Of an answer that was thrown: its status, and our sentence about a refusal. */
function describeAnswer(value: object): object {
  const init: unknown = Reflect.get(value, "init");
  const status: unknown = typeof init === "object" && init !== null ? Reflect.get(init, "status") : undefined;
  const said: unknown = Reflect.get(value, "data");
  const refused: unknown = typeof said === "object" && said !== null ? Reflect.get(said, "refused") : said;
  return {
    ...(status === undefined ? {} : { status }),
    ...(typeof refused === "string" ? { message: refused } : {}),
  };
}

/** Errors may be nothing: a line would be silent about them. */
function nameNothing(fields: Record<string, unknown>): Record<string, unknown> {
  return "err" in fields && fields.err === undefined ? { ...fields, err: new Error("undefined was thrown") } : fields;
}

function tellingOf(value: object): object {
  return Object.fromEntries(
    tellingProperties.flatMap((name) => {
      const property: unknown = Reflect.get(value, name);
      return property === undefined ? [] : [[name, property]];
    }),
  );
}

/** Drizzle's messages end with a query's values. */
function withoutParameters(message: string): string {
  return message.replace(/\nparams:[\s\S]*$/, "");
}
