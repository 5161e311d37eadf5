import { label } from './label.js';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void> | void>> = { label };

const HELP = `npm run train -- COMMAND

  label DIR   show the lists that a page may hold and store which one is right`;

/** Runs one command of the trainer; the exit code. */
export async function main([name = '', ...args]: string[]): Promise<number> {
  const command = COMMANDS[name];
  if (command === undefined) {
    console.error(HELP);
    return 2;
  }
  await command(args);
  return 0;
}
