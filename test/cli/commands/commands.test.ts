import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  describeCommand,
  type ShownCommand,
} from '../../../src/cli/commands/commands/command-tree.js';
import { ROOT_ENTRIES } from '../../../src/cli/commands/index.js';
import { globalOptions } from '../../../src/cli/kit/globals.js';
import { run } from '../../support/cli-host.js';

interface Node {
  name: string;
  commands?: Node[];
  usage?: string;
  output_formats?: string[];
}

function paths(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ name, commands }) => (commands ? paths(commands) : [name]));
}

function leaves(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => (node.commands ? leaves(node.commands) : [node]));
}

describe('commands', () => {
  it('prints the whole tree as JSON and YAML', async () => {
    const { code, stdout } = await run(['commands', '--json']);
    expect(code).toBe(0);
    const tree = JSON.parse(stdout);
    expect(tree.commands.map(({ name }: Node) => name)).toEqual(
      ROOT_ENTRIES.map(({ name }) => `feedctl ${name}`),
    );
    expect(tree.global_options).toHaveLength(Object.keys(globalOptions).length);
    expect(tree.commands[0].commands).toContainEqual(
      expect.objectContaining({
        name: 'feedctl feeds get',
        usage: 'feedctl feeds get [options] <id>',
        arguments: [expect.objectContaining({ name: 'id', required: true, variadic: false })],
        exit_codes: expect.arrayContaining([0, 2, 3]),
        output: expect.objectContaining({ items: [expect.anything()] }),
      }),
    );
    expect(parse((await run(['commands', '-o', 'yaml'])).stdout)).toEqual(tree);
  });

  it('describes a command with what it has, and leaves out what it has not', async () => {
    const described = async (...words: string[]) =>
      (await describeCommand(words)) as ShownCommand | undefined;
    expect(await described()).toMatchObject({ name: 'feedctl', version: expect.any(String) });
    const feeds = await described('feeds');
    expect(Object.keys(feeds ?? {})).toEqual(['group', 'name', 'summary', 'commands']);
    expect(feeds?.group).not.toContain(':');
    expect(await described('feeds', 'nothing')).toBeUndefined();
    expect(await described('commands')).not.toHaveProperty('group');

    const create = await described('feeds', 'create');
    expect(create).toMatchObject({ other_output: { when: expect.any(String) } });
    expect(create?.options?.at(0)).toMatchObject({ group: expect.any(String) });
    expect(await described('feeds', 'list')).not.toHaveProperty('other_output');
    expect(await described('api')).toMatchObject({
      group: 'Service',
      description: expect.any(String),
      usage: 'feedctl api [options] <method|path...>',
      options: [
        { flags: '--query <NAME=VALUE>', summary: 'a query parameter', repeatable: true },
        { flags: '-F, --field <NAME=VALUE>', repeatable: true },
        { flags: '--input <FILE>' },
        { flags: '--paginate', summary: 'fetch every page of a list, as one array' },
      ],
      exit_codes: [0, 2, 3, 4, 5, 6, 7],
    });
    expect((await described('completion'))?.options).toEqual([
      { flags: '--shell <SHELL>', summary: expect.any(String), choices: ['bash', 'zsh', 'fish'] },
    ]);
  });

  it('prints a line for each command in a table', async () => {
    const tree = JSON.parse((await run(['commands', '--json'])).stdout);
    expect((await run(['commands', '-o', 'id'])).stdout.trim().split('\n')).toEqual(
      paths(tree.commands),
    );
    const { stdout } = await run(['commands', '--no-header']);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(paths(tree.commands));
  });

  it('names the formats that a command really prints', async () => {
    const tree = JSON.parse((await run(['commands', '--json'])).stdout);
    const formats = new Map(leaves(tree.commands).map((each) => [each.name, each.output_formats]));
    const all = ['table', 'json', 'jsonl', 'yaml', 'csv', 'id'];
    expect(formats.get('feedctl feeds list')).toEqual(all);
    expect(formats.get('feedctl doctor')).toEqual(all.slice(0, -1));
    expect(formats.get('feedctl completion')).toBeUndefined();
    for (const format of all) {
      const { code } = await run(['doctor', '-o', format], {
        env: { FEEDCTL_CONFIG_DIR: '/nowhere/c', FEEDCTL_DATA_DIR: '/nowhere/d' },
      });
      expect(code === 2, format).toBe(format === 'id');
    }
  });

  it('names only commands that there are', async () => {
    const tree = JSON.parse((await run(['commands', '--json'])).stdout);
    for (const path of paths(tree.commands)) {
      expect((await run([...path.split(' ').slice(1), '--help'])).stdout).toMatch(
        /^Usage: feedctl /,
      );
    }
  });
});
