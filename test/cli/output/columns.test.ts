import { expect, it } from 'vitest';
import { columns } from '../../../src/cli/output/columns.js';

it('derives kind and heading from the name of a field', () => {
  expect(columns('id:1 feed_id url created_at failing_since status title:2.5')).toEqual([
    { field: 'id', heading: 'id', kind: 'id', rank: 1 },
    { field: 'feed_id', heading: 'feed id', kind: 'id' },
    { field: 'url', heading: 'url', kind: 'url' },
    { field: 'created_at', heading: 'created', kind: 'time' },
    { field: 'failing_since', heading: 'failing since', kind: 'time' },
    { field: 'status', heading: 'status', kind: 'state' },
    { field: 'title', heading: 'title', rank: 2.5 },
  ]);
});

it('takes the last name of a path, and what is said of a field', () => {
  expect(columns('feed.id error.message dropped_by.list', { 'feed.id': { rank: 3 } })).toEqual([
    { field: 'feed.id', heading: 'id', kind: 'id', rank: 3 },
    { field: 'error.message', heading: 'error' },
    { field: 'dropped_by.list', heading: 'dropped by' },
  ]);
});
