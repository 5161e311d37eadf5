import { dump } from './dump.js';
import { check, figures, fit } from './fit.js';
import { label } from './label.js';
import { measurePages } from './measure.js';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void> | void>> = {
  label,
  dump,
  fit,
  figures,
  check,
  measure: measurePages,
};

const HELP = `npm run train -- COMMAND

  label DIR    show the lists that a page may hold and store which one is right
  dump DIR...  measure the pages of folders and store the numbers with their labels
  fit          fit the model to the stored numbers
  figures      print how right it is on sites that it has not seen
               (--seed N: with other random draws)
  check        fail where the stored model is another one
  measure DIR...  run the whole generator over pages, with models that have not seen their sites`;

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
