import { timingSafeEqual } from 'node:crypto';

/** How far a signature's time may be from the receiver's clock, in seconds, either way. */
export const TOLERANCE_SECONDS = 300;

/** What a verification found. `problem` is a sentence for a person. */
export type Verification =
  | {
      ok: true;
      scheme: SignatureScheme;
      /** When it was signed, seconds since the epoch. */
      timestamp: number;
    }
  | { ok: false; problem: string };

/** `standard` is Standard Webhooks, `t-v1` the single header `t=…,v1=…`. */
export type SignatureScheme = 'standard' | 't-v1';

/** Why a signed time cannot be accepted now, or null. Both in seconds since the epoch. */
export function timeProblem(timestamp: number, now: number, tolerance: number): string | null {
  const seconds = Math.round(Math.abs(now - timestamp));
  if (seconds <= tolerance) return null;
  const side = timestamp < now ? 'ago' : 'in the future';
  return `It was signed ${seconds} s ${side}, and at most ${tolerance} s are allowed. Check the clocks.`;
}

/** Compares a signature without telling by its time how much of it is right. */
export function equalSignatures(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads seconds since the epoch as a signature states them; null for anything else. */
export function parseTimestamp(text: string): number | null {
  return /^\d{1,12}$/.test(text) ? Number(text) : null;
}

/** Request headers as `node:http` gives them, or as read from a file: any case of the names. */
export type WebhookHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value of a header whatever the case of its name, or null. */
export function headerValue(headers: WebhookHeaders, name: string): string | null {
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name && value !== undefined) return joined(value);
  }
  return null;
}

/** One text for a header that was sent several times. */
export function joined(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(' ');
}
