import { copyDatabase } from '../../../src/service/maintenance/copy.js';

// Copies a database, and says a line after every batch.
const [, , from = '', to = ''] = process.argv;
const { tables } = await copyDatabase(from, to, {
  onProgress: ({ table, done }) => process.stdout.write(`${table} ${done}\n`),
});
const rows = tables.reduce((sum, table) => sum + table.rows, 0);
process.stdout.write(`${JSON.stringify({ finished: true, rows })}\n`);
