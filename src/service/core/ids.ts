import { randomBytes } from 'node:crypto';

/** 95 random bits: the id of a published feed must not be guessable. */
export function newFeedId(): string {
  return randomBase62(16);
}

export function newBundleId(): string {
  return `_${randomBase62(16)}`;
}

export function newEventId(): string {
  return `evt_${randomBase62(22)}`;
}

export function newWebhookId(): string {
  return `wh_${randomBase62(16)}`;
}

export function newDeliveryId(): string {
  return `dlv_${randomBase62(16)}`;
}

export function newAccountId(): string {
  return `acc_${randomBase62(16)}`;
}

export function newTaskId(): string {
  return `tsk_${randomBase62(16)}`;
}

/** The unguessable part of a callback address: 256 random bits. */
export function newCallbackId(): string {
  return randomBytes(32).toString('base64url');
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The largest multiple of 62 in a byte; larger values would favour the first digits. */
const FAIR = 62 * 4;

/** `length` random base-62 characters, 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < FAIR && text.length < length) text += DIGITS[byte % 62];
    }
  }
  return text;
}

/**
 * Encodes bytes as one base-62 number; equal numbers of bytes give equal lengths. By long division,
 * because BigInt takes ten times as long, for every item of a published feed.
 */
export function toBase62(bytes: Uint8Array): string {
  const value = [...bytes];
  let text = '';
  const length = Math.ceil((bytes.length * 8) / Math.log2(62));
  while (text.length < length) {
    let remainder = 0;
    for (const [index, byte] of value.entries()) {
      const dividend = remainder * 256 + byte;
      value[index] = Math.floor(dividend / 62);
      remainder = dividend % 62;
    }
    text = DIGITS[remainder] + text;
  }
  return text;
}
