import { z } from "zod";
import { action, type Route } from "../../engine/action.ts";
import { created } from "../../engine/answer.ts";
import { lineOf } from "../../engine/inputs.ts";
import { recordType } from "../../engine/record.ts";
import { timeZone } from "../../engine/time-zone.ts";
import { recordSignIn } from "../access-events.ts";
import { email, handle, secret } from "../inputs.ts";
import type { IdentityParts } from "../parts.ts";
import { register, verify } from "../registrations.ts";
import { answerOpened, sessionType } from "./session-type.ts";

const registrationType = recordType("registration", z.object({ email: z.string() }));

/** POST of a registration, and of its verification by the mailed link. */
export function registrationRoutes(parts: IdentityParts): Route[] {
  const ask = action({
    method: "POST",
    path: "/registrations",
    summary: "Register a person and a workspace, where registration is open; the answer is the same for every address",
    access: "anyone",
    input: {
      type: "registration",
      attributes: z.object({
        name: lineOf("Name"),
        email,
        phoneNumber: lineOf("Phone number"),
        workspaceName: lineOf("Name"),
        workspaceHandle: handle,
        timeZone: timeZone.optional(),
      }),
    },
    answers: { status: 201, of: registrationType },
    async run({ database, attributes, now }) {
      const id = await register(database, parts, attributes, now);
      return created(registrationType, { id, attributes: { email: attributes.email } });
    },
  });

  const complete = action({
    method: "POST",
    path: "/verifications",
    summary: "Verify a registration's address and choose the password; signs in",
    access: "anyone",
    input: { type: "verification", attributes: z.object({ token: secret, password: secret }) },
    answers: { status: 201, of: sessionType },
    transaction: "own",
    run: async ({ request, database, attributes, now }) =>
      answerOpened(await recordSignIn(database, request, await verify(database, parts, attributes, now), now)),
  });

  return [ask, complete];
}
