import { readData, readTitleData } from './data.js';
import { dump } from './dump.js';
import { comesOutOf, figures, fit } from './fit.js';
import { label } from './label.js';
import { measurePages } from './measure.js';
import { dumpTitles, fitTitles, titleFigures, titlesComeOutOf } from './titles.js';

const COMMANDS: Readonly<Record<string, (args: string[]) => Promise<void> | void>> = {
  label,
  dump,
  fit,
  figures,
  'dump-titles': dumpTitles,
  'fit-titles': fitTitles,
  'figures-titles': titleFigures,
  check,
  measure: measurePages,
};

const HELP = `npm run train -- COMMAND

  label DIR    show the lists that a page may hold and store which one is right
  dump DIR...  measure the pages of folders and store the numbers with their labels
  fit          fit the model to the stored numbers
  figures      print how right it is on sites that it has not seen
               (--seed N: with other random draws)
  dump-titles DIR..., fit-titles, figures-titles
               the same for where the titles of a list are
  check        fail where a stored model is another one
  measure DIR...  run the whole generator over pages, with models that have not seen their sites`;

/**
 * Whether the stored models are those that come out of the stored data.
 * @throws Error when one is not
 */
function check(): void {
  const isRight = { fit: comesOutOf(readData()), 'fit-titles': titlesComeOutOf(readTitleData()) };
  for (const [command, right] of Object.entries(isRight))
    if (!right)
      throw new Error(
        `the stored model does not come out of the data: npm run train -- ${command}`,
      );
  console.log('the stored models come out of the stored data');
}

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
