import type { NetworkError } from './errors.js';

/** An attempt that is about to be sent. Holds no credentials. */
export interface RequestEvent {
  method: string;
  /** Full address. */
  url: string;
  /** Headers without `Authorization`; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Body as sent, or undefined. */
  body: string | undefined;
  /** 1 for the first attempt. */
  attempt: number;
}

/** How an attempt ended. Holds no credentials. */
export interface ResponseEvent {
  method: string;
  url: string;
  attempt: number;
  /** HTTP status, or undefined when no answer came. */
  status: number | undefined;
  /** Headers of the answer; names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** From sending to the last byte, in milliseconds. */
  durationMs: number;
  /** Why no answer came. */
  error: NetworkError | undefined;
  /** The wait before the next attempt in milliseconds, or undefined when this was the last. */
  retryInMs: number | undefined;
}

/** Told of every attempt, for `--debug` and for progress. */
export interface Hooks {
  onRequest?: ((event: RequestEvent) => void) | undefined;
  onResponse?: ((event: ResponseEvent) => void) | undefined;
}
