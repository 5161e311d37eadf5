import type { Update } from './update.js';

/** One message for a service, as JSON. */
interface MessageRequest {
  /** Address that it is posted to; null if none was given, as with `watch --format`. */
  url: string | null;
  body: object;
}

/** Recipient and template of the messages. */
export interface Target {
  /** Address of the webhook; null prints messages for a script, which adds the recipient. */
  url: string | null;
  /** Source of the template, for the format `template`. */
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
  /** The problem, as a text for the owner of the webhook. */
  problem: string;
  /**
   * True if the service will never again accept messages at this address: the webhook is disabled.
   */
  gone: boolean;
  /**
   * Milliseconds until the next message if the service limits the rate; null for other failures.
   */
  waitMs: number | null;
}

/** Renders the messages for one service, and reads its answers. */
export interface Renderer {
  /**
   * The problem with an address of a webhook; null if it is valid. Absent: every address is valid.
   */
  addressProblem?(url: URL): string | null;
  /** The messages of an update; the same update gives the same messages. */
  render(update: Update, target: Target): MessageRequest[];
  /** Why the answer is a failure; null if the message was accepted. */
  failure(answer: ServiceAnswer): MessageFailure | null;
}
