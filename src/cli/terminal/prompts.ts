import { Interrupted } from '../kit/index.js';
import { plainOutput } from '../kit/plain.js';
import type { Host } from './host.js';

/** Prompts on the terminal; all on standard error, so that the output stays clean. */
export interface Prompts {
  /** Whether prompts are possible: both ends are terminals and no flag forbids it. */
  readonly canAsk: boolean;
  confirm(question: string): Promise<boolean>;
  text(question: string, check?: (answer: string) => true | string): Promise<string>;
  /** Masks the typed text. */
  secret(question: string, check?: (answer: string) => true | string): Promise<string>;
  /** Select from a few choices. */
  select<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T>;
  /** Select from many choices, filtered by the typed text. */
  search(question: string, matching: (typed: string) => Choice<string>[]): Promise<string>;
}

export interface Choice<T extends string> {
  value: T;
  /** Text of the choice. */
  name: string;
}

export function createPrompts(host: Host, { allowed }: { allowed: boolean }): Prompts {
  const settings = () => ({
    input: host.terminal.stdin,
    output: host.terminal.stderr,
    signal: host.signal,
  });
  const ask = async <T>(question: (inquirer: Inquirer) => Promise<T>): Promise<T> => {
    try {
      return await question(await import('@inquirer/prompts'));
    } catch (error) {
      throw host.signal.aborted ? host.signal.reason : ended(error);
    }
  };
  return {
    // Checked before each prompt, because @inquirer/prompts would read piped text as answers.
    get canAsk() {
      return allowed && host.streams.stdin.isTerminal && host.streams.stderr.isTerminal;
    },
    confirm: (question) =>
      ask(({ confirm }) => confirm({ message: plainOutput(question), default: false }, settings())),
    text: (question, check) =>
      ask(({ input }) =>
        input({ message: plainOutput(question), ...(check && { validate: check }) }, settings()),
      ),
    secret: (question, check) =>
      ask(({ password }) =>
        password(
          { message: plainOutput(question), mask: '*', ...(check && { validate: check }) },
          settings(),
        ),
      ),
    select: (question, choices) =>
      ask(({ select }) => select({ message: plainOutput(question), choices }, settings())),
    search: (question, matching) =>
      ask(({ search }) =>
        search(
          { message: plainOutput(question), source: (typed) => matching(typed ?? '') },
          settings(),
        ),
      ),
  };
}

type Inquirer = typeof import('@inquirer/prompts');

/** Ctrl-C at a prompt arrives as an exception, not as a signal. */
function ended(error: unknown): unknown {
  return error instanceof Error && error.name === 'ExitPromptError' ? new Interrupted(130) : error;
}
