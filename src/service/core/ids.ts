import { randomBytes } from 'node:crypto';

/** A feed id of 95 random bits: the id of a published feed must not be guessable. */
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

/** Number of digits that a number holds exactly: 62 ** 8 is below 2 ** 53. */
const CHUNK = 8;
const CHUNK_SIZE = 62n ** BigInt(CHUNK);

/**
 * Encodes hex digits as one base-62 number; equal numbers of digits give equal lengths. It handles
 * eight digits at a time, because BigInt takes half as long again with one, and it runs for every
 * item of a published feed.
 */
export function toBase62(hex: string): string {
  const length = Math.ceil((hex.length * 4) / Math.log2(62));
  let value = BigInt(`0x${hex}`);
  let text = '';
  while (text.length < length) {
    let chunk = Number(value % CHUNK_SIZE);
    value /= CHUNK_SIZE;
    for (let digit = 0; digit < CHUNK; digit++) {
      text = DIGITS[chunk % 62] + text;
      chunk = Math.floor(chunk / 62);
    }
  }
  return text.slice(-length);
}
