import { text } from '../../../frame.js';

/** Whose keys; every verb of keys takes it. */
export const accountOption = text('ACCOUNT', 'whose: an account, by id or name (default: owner)');
