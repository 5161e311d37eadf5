import type { ExitCode } from './exit-codes.js';

/** The reader of our output went away (`| head`): the quiet, successful end of a command. */
export class ClosedPipe extends Error {
  constructor() {
    super('the reader of the output closed the pipe');
    this.name = 'ClosedPipe';
  }
}

/** A signal asked the command to stop. */
export class Interrupted extends Error {
  constructor(readonly exitCode: Extract<ExitCode, 130 | 143>) {
    super(exitCode === 130 ? 'interrupted' : 'terminated');
    this.name = 'Interrupted';
  }
}
