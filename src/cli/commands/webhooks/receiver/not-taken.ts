/** An event that came but could not be dealt with: the sender is to try again. */
export class NotTaken extends Error {
  constructor(
    /** Answered to the sender. */
    readonly status: 500 | 502 | 503,
    message: string,
  ) {
    super(message);
    this.name = 'NotTaken';
  }
}
