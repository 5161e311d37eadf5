import { EXIT_CODES } from '../kit/index.js';

/** `feedctl help exit-codes` */
export function exitCodes(): string {
  const lines = Object.entries(EXIT_CODES).map(
    ([code, meaning]) => `  ${code.padEnd(5)}${meaning}`,
  );
  return `Exit codes of feedctl

Scripts may rely on them: a number never changes its meaning. The help of each command lists those
it can end with.

${lines.join('\n')}

  8    Of several, some were done: each is reported, and the failures again at the end. When only
       one was asked for, the code is that of its own failure.
  9    health, audit and doctor found something; they worked all right.
  10   plan --detailed-exitcode only.

A reader that closes the pipe, as head does, ends a command quietly with 0.

With --json, an error is one line of JSON on standard error:
  {"error":{"message":"…","code":"FEED_NOT_FOUND","statusCode":404,"exitCode":3,"hint":"…"}}
`;
}
