import type { Update } from './update.js';

/** One message for a service, as JSON. */
interface MessageRequest {
  /** Where it is posted; null when no address was given, as with `watch --format`. */
  url: string | null;
  body: object;
}

/** Where the messages go, and what they are made from. */
export interface Target {
  /** Address of the webhook; null prints messages for a script, which adds the recipient. */
  url: string | null;
  /** For the format `template`. */
  template?: string | null;
}

/** The response of a service. */
export interface ServiceAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Start of the body, 2 KiB. */
  body: string;
}

/** Why a message was not accepted. */
export interface MessageFailure {
  /** For the owner of the webhook. */
  problem: string;
  /** The service will not accept messages at this address again: the webhook is disabled. */
  gone: boolean;
  /** The service limits the rate: milliseconds until the next message; null for other failures. */
  waitMs: number | null;
}

/** How messages for one service are made, and what its answers mean. */
export interface Renderer {
  /** What is wrong with an address of a webhook; null when it can be used. Absent: any will do. */
  addressProblem?(url: URL): string | null;
  /** The messages of an update; the same update gives the same messages. */
  render(update: Update, target: Target): MessageRequest[];
  /** Why the answer is no success; null when the message was accepted. */
  failure(answer: ServiceAnswer): MessageFailure | null;
}
