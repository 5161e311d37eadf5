import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startChat } from '../fakes/chat-service.js';
import { startSourceServer } from '../support/source-server.js';
import { BINARY, Sandbox } from './sandbox.js';

const EXAMPLES = resolve('examples');

/** A user with `feedctl` in the path, and a feed. */
async function user() {
  const sandbox = new Sandbox();
  const sources = await startSourceServer();
  onTestFinished(() => sources.close());
  const published: { guid: string; title: string; link: string; date: string }[] = [];
  const publish = (title: string) => {
    const date = new Date().toUTCString();
    published.unshift({ guid: title, title, link: `https://example.com/${title}`, date });
    return sources.publish('/feed.xml', { title: 'News', items: published });
  };
  const url = publish('First');
  script('feedctl', `exec ${process.execPath} ${resolve(BINARY)} "$@"`);
  const { stdout } = await sandbox.run(['feeds', 'create', '--url', url, '-o', 'id']);
  const feed = stdout.trim();
  const env = { ...sandbox.env, PATH: `${sandbox.home}${delimiter}${sandbox.env.PATH}` };
  return { sandbox, env, feed, publish, script, refresh };

  function script(name: string, text: string): string {
    const path = join(sandbox.home, name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  function refresh() {
    return sandbox.run(['refresh', feed, '-q']);
  }
}

function sh(command: string, env: Record<string, string>) {
  return execa('sh', ['-c', command], { env, extendEnv: false, reject: false });
}

describe('examples/slack', () => {
  it('creates the webhook, posts a sample, and then what is new', async () => {
    const { env, feed, publish, refresh } = await user();
    const chat = await startChat('slack');
    const own = { ...env, SLACK_WEBHOOK_URL: chat.url };
    const { exitCode, stdout, stderr } = await sh(`sh ${EXAMPLES}/slack/setup.sh ${feed}`, own);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).not.toContain(chat.secrets[0]);
    publish('Second');
    await refresh();
    expect(chat.problems).toEqual([]);
    expect(chat.accepted.map((message) => JSON.stringify(message))).toEqual([
      expect.stringContaining('Hello from feedctl'),
      expect.stringContaining('Second'),
    ]);
  });
});

describe('examples/discord', () => {
  it('posts each new item once, and again what Discord did not take', async () => {
    const { env, feed, publish, refresh } = await user();
    const chat = await startChat('discord');
    const own = { ...env, DISCORD_WEBHOOK_URL: `${chat.url}?wait=true`, PAUSE: '0' };
    const post = (more = {}) => sh(`sh ${EXAMPLES}/discord/post.sh ${feed}`, { ...own, ...more });
    expect(await post()).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    publish('Second');
    await refresh();
    const missing = { DISCORD_WEBHOOK_URL: new URL('/missing', chat.url).href };
    expect(await post(missing)).toMatchObject({ exitCode: 22 });
    expect(await post()).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(await post()).toMatchObject({ exitCode: 0 });
    expect(chat.problems).toEqual(['POST /missing']);
    expect(chat.accepted).toHaveLength(1);
    expect(JSON.stringify(chat.accepted)).toContain('Second');
  });
});

describe('examples/mail-digest', () => {
  it('mails what is new, and again what sendmail did not accept', async () => {
    const { env, feed, publish, refresh, sandbox, script } = await user();
    const mail = join(sandbox.home, 'mail');
    const sendmail = script('sendmail', `echo "$@" > ${mail}.arguments; cat > ${mail}; exit $FAIL`);
    const own = {
      ...env,
      SENDMAIL: sendmail,
      MAIL_FROM: 'feeds@example.com',
      MAIL_TO: 'me@example.com',
    };
    const send = async (fail: number) => {
      writeFileSync(mail, '');
      const command = `sh ${EXAMPLES}/mail-digest/send-digest.sh ${feed}`;
      const { exitCode } = await sh(command, { ...own, FAIL: String(fail) });
      const [head = '', _, plain = '', body = ''] = readFileSync(mail, 'utf8').split('\n\n');
      const [text, html] = [plain, body].map((part) =>
        Buffer.from(part.split('--')[0] ?? '', 'base64').toString('utf8'),
      );
      return { exitCode, head, text, html, body };
    };
    expect(await send(75)).toMatchObject({ exitCode: 75 });
    const { exitCode, head, text, html, body } = await send(0);
    expect(exitCode).toBe(0);
    expect(head.split('\n')).toEqual([
      'From: feeds@example.com',
      'To: me@example.com',
      `Subject: =?UTF-8?B?${Buffer.from('First').toString('base64')}?=`,
      `List-ID: feedctl digest <${feed.replaceAll('_', '-')}.example.com>`,
      'MIME-Version: 1.0',
      'Auto-Submitted: auto-generated',
      'Content-Type: multipart/alternative; boundary="=_digest"',
    ]);
    expect(Math.max(...body.split('\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(html).toMatch(/<h1 [^>]*>News: 1 item<\/h1>[\s\S]*First/);
    expect(text).toMatch(/^News: 1 item\n[\s\S]*\* First\n/);
    expect(readFileSync(`${mail}.arguments`, 'utf8').trim()).toBe('-t -i');
    expect(await send(0)).toMatchObject({ exitCode: 0, head: '' });
    publish('Second — & „größer“ than a header word');
    await refresh();
    const next = await send(0);
    const words = [...next.head.matchAll(/=\?UTF-8\?B\?(.*?)\?=/g)];
    expect(Math.max(...words.map(([word]) => word.length))).toBeLessThanOrEqual(75);
    const subject = words.map(([, word = '']) => Buffer.from(word, 'base64').toString('utf8'));
    expect(subject.join('')).toBe('Second — & „größer“ than a header word');
    // All feeds, whatever earlier digests of one of them have sent.
    const all = await sh(`sh ${EXAMPLES}/mail-digest/send-digest.sh`, { ...own, FAIL: '0' });
    expect(all).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readFileSync(mail, 'utf8')).toContain('\nList-ID: feedctl digest <all.example.com>\n');
    expect(next.html).toContain('Second');
    expect(next.html).not.toContain('First');
  });
});

describe('examples/cron', () => {
  const lines = readFileSync(join(EXAMPLES, 'cron', 'crontab'), 'utf8')
    .trimEnd()
    .split('\n');
  const jobs = lines.flatMap((line) => /^(?:[\d*,/-]+ ){5}(.+)$/.exec(line)?.[1] ?? []);

  it('has only settings, comments and jobs', () => {
    const others = lines.filter(
      (line) => !/^(?:[A-Z_]+=\S+|#.*|(?:[\d*,/-]+ ){5}\S.*|)$/.test(line),
    );
    expect(others).toEqual([]);
    expect(jobs).toHaveLength(3);
  });

  it.each(jobs)('runs %s', async (job) => {
    const { env, feed, script } = await user();
    const own = {
      ...env,
      EXAMPLES,
      DIGEST_OF: feed,
      MAIL_FROM: 'a@example.com',
      MAIL_TO: 'b@example.com',
      SENDMAIL: script('sendmail', 'cat > /dev/null'),
    };
    expect(await sh(job, own)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });
});

describe('examples/systemd-timer', () => {
  const unit = (name: string) => readFileSync(join(EXAMPLES, 'systemd-timer', name), 'utf8');

  it('starts the script of the mail digest', () => {
    expect(unit('feedctl-digest.service')).toMatch(
      /^ExecStart=\/bin\/sh %h\/\.config\/feedctl-digest\/send-digest\.sh \$\{DIGEST_OF\}$/m,
    );
    expect(unit('feedctl-digest.timer')).toMatch(/^OnCalendar=\*-\*-\* 07:00$/m);
  });

  it('is accepted by systemd, where it is installed', async ({ skip }) => {
    const path = join(EXAMPLES, 'systemd-timer');
    const units = ['feedctl-digest.service', 'feedctl-digest.timer'].map((name) =>
      join(path, name),
    );
    const result = await execa('systemd-analyze', ['--user', 'verify', ...units], {
      reject: false,
    });
    skip(result.exitCode === undefined, 'systemd-analyze is not installed');
    expect(`${result.stdout}${result.stderr}`).not.toMatch(
      /feedctl-digest\.(?:service|timer):\d+:|Unknown|Failed to parse/,
    );
  });
});
