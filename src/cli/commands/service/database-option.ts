import { text } from '../../kit/index.js';

/** Which database an operator's command is about. */
export const databaseOption = text(
  'DATABASE',
  'sqlite:FILE, postgres://… or env:NAME (default: that of this machine)',
);
