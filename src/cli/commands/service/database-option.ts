import { text } from '../../kit/index.js';

/** The database of a `feedctl service` command. */
export const databaseOption = text(
  'DATABASE',
  'sqlite:FILE, postgres://… or env:NAME (default: the one of this machine)',
);
