import { hash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../../base/errors.js';
import { randomBase62 } from './ids.js';

/** Length of the name of a process. */
export const PROCESS_LENGTH = 24;

const MACHINE_LENGTH = 8;
const PID_LENGTH = 6;

/**
 * Identifies this boot of this machine, and the namespace of its process ids: containers have their
 * own. Null if the system does not tell (not Linux).
 */
const machine = readMachine();

/**
 * The name of this process in leases. On Linux it contains machine, process id and start time, so
 * that other processes can tell whether it still runs; elsewhere it is random.
 */
export const PROCESS =
  machine === null
    ? randomBase62(PROCESS_LENGTH)
    : processName(machine, process.pid, processStart(process.pid));

/** A new lease of this process: its name and a random part. */
export function newLeaseToken(): string {
  return PROCESS + randomBase62(11);
}

/**
 * True if the process of a lease ended on this machine without releasing it: kill -9, or a crash.
 */
export function isAbandoned(leaseToken: string | null): boolean {
  return leaseToken !== null && hasEnded(leaseToken.slice(0, PROCESS_LENGTH));
}

/**
 * True if a name is that of a process that ran on this machine and has ended. False if that is
 * unknown.
 */
function hasEnded(name: string): boolean {
  if (machine === null || !name.startsWith(machine)) return false;
  const pid = Number.parseInt(name.slice(MACHINE_LENGTH, MACHINE_LENGTH + PID_LENGTH), 36);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  // Another process may have the same number by now.
  const start = processStart(pid);
  return start !== '' && processName(machine, pid, start) !== name;
}

function processName(place: string, pid: number, start: string): string {
  const id = pid.toString(36).padStart(PID_LENGTH, '0');
  return (
    place +
    id +
    start.padStart(PROCESS_LENGTH, '0').slice(MACHINE_LENGTH + PID_LENGTH)
  ).slice(0, PROCESS_LENGTH);
}

/** Start time in ticks since boot; "" if it cannot be read, and another text for a zombie. */
function processStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Fields after the name of the program, which may contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return 'ended';
    const ticks = Number(fields[19]);
    return Number.isInteger(ticks) ? ticks.toString(36) : '';
  } catch {
    return '';
  }
}

function readMachine(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1');
    const place = `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`;
    return hash('sha256', place, 'hex').slice(0, MACHINE_LENGTH);
  } catch {
    return null;
  }
}
