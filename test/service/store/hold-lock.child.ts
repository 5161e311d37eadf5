import { once } from 'node:events';
import LibsqlDatabase from 'libsql';

// Takes the write lock of a database and keeps it until told to let go.
const [, , databasePath = ''] = process.argv;
const database = new LibsqlDatabase(databasePath);
database.exec('BEGIN IMMEDIATE');
process.stdout.write('held\n');
await once(process.stdin, 'data');
database.exec('COMMIT');
database.close();
process.stdin.destroy();
