import { expect, it } from 'vitest';
import * as z from 'zod';
import { answersOf, changesOf, creationOf, WRITTEN } from '../../src/contract/fields.js';
import type { Fields } from '../../src/resources/field.js';
import { describeSchema } from '../support/describe-schema.js';

const FLAG = { names: ['name'] } as const;

const FIELDS = {
  title: {
    ...{ kind: 'text', doc: 'What it is called', request: 'metadata', creates: 'any' },
    ...{
      none: '',
      noneMeans: 'the title of the source',
      sample: 'News',
      group: 'Title and icon',
      label: 'L',
      flag: FLAG,
    },
  },
  interval: {
    ...{ kind: 'interval', doc: 'How often it is read', request: 'settings', own: true },
    ...{
      none: 'auto',
      noneMeans: 'as it is posted',
      sample: '1h',
      group: 'Title and icon',
      label: 'L',
      flag: FLAG,
    },
  },
  access: {
    ...{ kind: 'access', doc: 'What it sends', request: 'metadata', creates: 'url', own: true },
    ...{
      none: null,
      noneMeans: 'nothing',
      sample: null,
      group: 'Title and icon',
      label: 'L',
      flag: FLAG,
    },
  },
} as const satisfies Fields;

/** The documentation of each property. */
function docs(shape: z.ZodRawShape) {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, (schema as z.ZodType).description]),
  );
}

it('a change says what it sets, and what takes it away', () => {
  expect(docs(changesOf(FIELDS, 'metadata'))).toEqual({
    title: 'What it is called; "": the title of the source',
    access: 'Extension: what it sends; null: nothing',
  });
  expect(docs(changesOf(FIELDS, 'settings'))).toEqual({
    interval: 'Extension: how often it is read; auto: as it is posted',
  });
});

it('a creation says what holds without a value', () => {
  expect(docs(creationOf(FIELDS, { creates: 'any' }))).toEqual({
    title: 'What it is called; default: the title of the source',
  });
});

it('an answer says what is absent', () => {
  expect(docs(answersOf(FIELDS, { own: true }))).toEqual({
    interval: 'Extension: how often it is read; absent: as it is posted',
    access: 'Extension: what it sends; absent: nothing',
  });
});

describeSchema(
  'a change',
  z.object(changesOf(FIELDS, 'metadata')),
  [
    ['nothing', {}],
    ['null where that means nothing', { access: null }],
    ['null for a part', { access: { cookie: null } }],
  ],
  [['null where a text means it', { title: null }]],
);

describeSchema(
  'an interval that is changed',
  z.object(changesOf(FIELDS, 'settings')),
  [
    ['a time', { interval: '1h' }],
    ['back to what it was', { interval: 'resume' }],
  ],
  [['another word', { interval: 'often' }]],
);

describeSchema(
  'a created value',
  z.object(creationOf(FIELDS, { creates: 'url' })),
  [['access', { access: { cookie: 'a=b' } }]],
  [['a part that is taken away', { access: { cookie: null } }]],
);

describeSchema(
  'a text that is shown',
  WRITTEN.text,
  [['a word', ' News ']],
  [
    ['nothing', ''],
    ['spaces', '  '],
    ['what nobody sees', '\u200b'],
  ],
);

describeSchema(
  'an icon',
  WRITTEN.image,
  [
    ['none', ''],
    ['an address', 'HTTPS://example.com/icon.png'],
  ],
  [
    ['an address with a space', 'https://example.com/an icon.png'],
    ['an address without a host', 'https://'],
    ['another scheme', 'ftp://example.com/icon.png'],
    ['a path', '/icon.png'],
  ],
);
