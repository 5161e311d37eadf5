/** Copies between stores, backups, and checks of databases. */

export { type Backup, type BackupOptions, backUp } from './backup.js';
export type { Checked, Finding } from './check.js';
export { checkDatabase, findDamage } from './check.js';
export { type Copied, copyDatabase, type Progress } from './copy.js';
export { MaintenanceError } from './errors.js';
export { type Restored, type RestoreOptions, restore } from './restore.js';
