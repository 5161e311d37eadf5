import { choice } from '../../kit/index.js';

/** What the files of export, plan, apply and import may be. */
export const fileFormatOption = choice(['yaml', 'json', 'opml', 'csv'], 'FORMAT', 'of the file');

/** The flag that says a format again, for a command to go on with. */
export function fileFormatFlag(format: string | undefined): readonly string[] {
  return format === undefined ? [] : ['--format', format];
}
