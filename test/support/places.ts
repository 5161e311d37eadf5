import { join } from 'node:path';
import { temporaryDirectory } from './temporary-directory.js';

/** A new, empty place for a database. */
export type Place = () => Promise<string>;

export const sqlitePlace: Place = async () => join(temporaryDirectory(), 'feedctl.db');
