import { it } from 'vitest';
import { eachOnceByOne, goesOnAfterKill } from '../../support/chores-together.js';

it('of several processes on one file, one does each chore, once for each time', eachOnceByOne);

it(
  'a chore of a process that was killed goes on where it stopped, after the lease',
  goesOnAfterKill,
);
