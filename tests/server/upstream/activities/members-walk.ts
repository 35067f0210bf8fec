/** The writes about members and how they sign in, each with the event that it leaves. */

import { expect } from "vitest";
import { z } from "zod";
import { setPasswordHash } from "#server/upstream/identity/accounts.ts";
import { createPasswordHasher } from "#server/upstream/identity/password-hasher.ts";
import { sealProof } from "#server/upstream/openid/proof.ts";
import { codeAt } from "#server/upstream/second-step/codes.ts";
import { createVault } from "#server/vault.ts";
import type { HistoryWalk } from "#tests/support/history-walk.ts";
import { goodPassword } from "#tests/support/identity-service.ts";
import { secretIn } from "#tests/support/second-step.ts";
import { secrets } from "#tests/support/upstream-assembly.ts";
import type { TestPerson, TestWorkspace, UpstreamService } from "#tests/support/upstream-service.ts";

/** How members sign in, and the end of their access. */
export async function walkMembership(
  walk: HistoryWalk,
  service: UpstreamService,
  workspace: TestWorkspace,
): Promise<void> {
  const { leaves } = walk;
  await leaves("workspace.updated", "PATCH /sign_in_rules", "", { allowsTrustedBrowsers: false });
  const member = await workspace.join("member");
  const { accountId: id } = member;
  await leaves("account.details_changed", "PATCH /accounts/me", "", { firstName: "Maja" }, member);
  const password = goodPassword;
  const hash = await createPasswordHasher().hash(password);
  await setPasswordHash(service.database.orm, id, hash, new Date());
  const identity = { issuer: "https://accounts.example.com", subject: id, email: null, isVouched: false };
  const proof = sealProof(createVault(secrets), identity, new Date());
  await leaves("account.openid_linked", "POST /accounts/me/openid_identity", "", { proof, password }, member);
  await leaves("account.openid_unlinked", "DELETE /accounts/me/openid_identity", "", undefined, member);
  const codes = await turnOnTwoStep(walk, member);
  await leaves("account.two_step_off", "POST /two_step_removals", "", { password, code: codes[0] }, member);
  await turnOnTwoStep(walk, member);
  await leaves("account.two_step_reset", "POST /accounts/members/{id}/two_step_removal", id);
  await leaves("workspace.member_removed", "POST /accounts/members/{id}/removal", id);
}

/** Turns the two-step sign-in of somebody with a password on. @returns the recovery codes */
async function turnOnTwoStep({ leaves }: HistoryWalk, person: TestPerson): Promise<string[]> {
  const setup = { type: "two_step_setup", attributes: { password: goodPassword } };
  const code = codeAt(secretIn((await person.send("POST", "/two_step_setups", setup)).record.attributes), new Date());
  const { attributes } = await leaves("account.two_step_on", "POST /two_step_activations", "", { code }, person);
  return z.array(z.string()).parse(attributes.recovery_codes);
}

/** Another address of a member, which both addresses confirm and the old one undoes. */
export async function walkEmailChange(
  { leaves, write }: HistoryWalk,
  service: UpstreamService,
  workspace: TestWorkspace,
): Promise<void> {
  const member = await workspace.join("member");
  const { email: before } = (await member.get("/accounts/me")).record.attributes;
  const email = `new-${before}`;
  await member.send("POST", "/accounts/me/email_change", { type: "email_change", attributes: { email } });
  /** The first link of the newest email to an address. */
  const linkTo = async (address: string) => {
    const [mail] = await service.mailer.recent(1, address);
    return { token: /\/verify\/email\/([\w-]{43})/.exec(mail?.text ?? "")?.[1] };
  };
  const first = await write("POST /email_change_confirmations", "", await linkTo(email), service);
  expect(first.kinds).toEqual([]);
  const second = await linkTo(String(before));
  await leaves("account.email_changed", "POST /email_change_confirmations", "", second, service);
  await leaves("account.email_changed", "POST /email_change_stops", "", await linkTo(String(before)), service);
}
