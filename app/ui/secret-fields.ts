/** Whether a field's value must never be stored or echoed, by the field's name. */
export function isSecret(name: string): boolean {
  return /password|passcode|secret|token|mailedcode|(^|\.)code$/i.test(name);
}
