/** What a webhook sends, as plain data; `src/messages/` makes the messages. */
export interface FormatRow {
  /** Name for people. */
  label: string;
  /** Hosts that tell the format; the other services have many, or are run by their users. */
  hosts?: {
    /** They take messages of this service only, and no signed events. */
    only?: RegExp;
    /** Hosts that take messages of this service, and may take signed events as well. */
    also?: RegExp;
  };
  /** An address for messages of help and errors. */
  example: string;
  limits: {
    /** Messages for one update; the items that do not fit are counted in the last one. */
    messages: number;
    /** Minimum time between two messages to one address, in milliseconds. */
    intervalMs: number;
  };
}
