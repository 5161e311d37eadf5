import { text } from '../../kit/index.js';

/** Whose keys, whose webhooks; every verb of them takes it. */
export const accountOption = text('ACCOUNT', 'whose: an account, by id or name (default: owner)');

/** The flag that says the account again, for a command to follow. */
export function accountFlag(account: string | undefined): readonly string[] {
  return account === undefined ? [] : ['--account', account];
}
