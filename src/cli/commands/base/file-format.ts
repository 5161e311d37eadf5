import { choice } from '../../frame.js';

/** What the files of export, plan, apply and import may be. */
export const fileFormatOption = choice(['yaml', 'json', 'opml', 'csv'], 'FORMAT', 'of the file');
