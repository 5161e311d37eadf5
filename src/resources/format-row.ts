/** One message format of webhooks, as plain data; `src/messages/` renders its messages. */
export interface FormatRow {
  /** Name for people. */
  label: string;
  /**
   * Hosts by which the format is recognised; services with many hosts, or run by their users, have
   * none.
   */
  hosts?: {
    /** Hosts that accept only messages of this service, and no signed events. */
    only?: RegExp;
    /** Hosts that accept messages of this service, and may accept signed events as well. */
    also?: RegExp;
  };
  /** Sample address for help and errors. */
  example: string;
  limits: {
    /** Maximum number of messages per update; the last one counts the items that do not fit. */
    messages: number;
    /** Minimum time between two messages to one address, in milliseconds. */
    intervalMs: number;
  };
}
