import type { Browser } from 'playwright-core';
import { SERVICE_SETTINGS } from '../../resources/operator.js';
import { SourceError } from '../fetch/index.js';

export interface LaunchOptions {
  /** `browser` */
  browserPath: string;
  /** `browserNoSandbox` */
  noSandbox: boolean;
  proxyOrigin: string;
  startMs: number;
  /** True if this process runs as root. */
  asRoot?: boolean;
}

/** A browser, and a way to kill it when it no longer responds. */
export interface LaunchedBrowser {
  browser: Browser;
  /** Its process; undefined for a browser that somebody else started. */
  pid?: number | undefined;
  kill(): void;
}

/**
 * Starts the operator's Chromium. It can reach the network only through the proxy, and only with
 * the credential of a ticket, which only pages get. @throws SourceError NEEDS_JAVASCRIPT with what
 * the operator must do
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { browserPath, noSandbox, proxyOrigin, startMs } = options;
  const asRoot = options.asRoot ?? process.getuid?.() === 0;
  // Chromium refuses its sandbox as root, and untrusted pages must not run as root without one.
  if (asRoot && !noSandbox) throw cannotStart(AS_ROOT);
  const { chromium } = await loadPlaywright();
  const start = () =>
    chromium.launch({
      executablePath: browserPath,
      chromiumSandbox: !noSandbox,
      timeout: startMs,
      proxy: { server: proxyOrigin, bypass: '<-loopback>' },
      args: SWITCHES,
      ignoreDefaultArgs: UNWANTED_DEFAULTS,
      env: plainEnvironment(),
      // The program handles signals itself, after it has closed the renderer.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  try {
    const browser = await start().catch((error) => {
      if (CRASHED.test(String(error))) return start();
      throw error;
    });
    const pid = await processId(browser);
    return { browser, pid, kill: killer(pid) };
  } catch (error) {
    throw cannotStart(launchReason(error, browserPath), error);
  }
}

/**
 * Playwright's message for a browser that crashed. Chromium rarely crashes at start-up; a second
 * start works.
 */
const CRASHED = /signal=SIG(?:SEGV|BUS|ILL|TRAP|ABRT)/;

async function processId(browser: Browser): Promise<number | undefined> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id;
}

/** Playwright makes the browser the leader of a process group, where the system has them. */
function killer(pid: number | undefined): () => void {
  return () => {
    if (pid === undefined) return;
    try {
      process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
}

const SWITCHES = [
  // Only the proxy resolves names, so that no request can bypass it.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--no-pings',
  '--disable-domain-reliability',
  '--disable-remote-fonts',
  '--disable-3d-apis',
  '--block-new-web-contents',
  // Memory limit for the scripts of one page, in megabytes.
  '--js-flags=--max-old-space-size=512',
];

/** Switches that playwright sets for tests and that must not apply to untrusted pages. */
const UNWANTED_DEFAULTS = [
  '--disable-popup-blocking',
  '--disable-ipc-flooding-protection',
  '--enable-unsafe-swiftshader',
];

/** Environment variables that the browser gets. Others may contain credentials. */
const PASSED_VARIABLES = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'FONTCONFIG_PATH',
  'SystemRoot',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'LOCALAPPDATA',
];

function plainEnvironment(): Record<string, string> {
  const passed = PASSED_VARIABLES.map((name) => [name, process.env[name]]);
  return Object.fromEntries(passed.filter(([, value]) => value !== undefined));
}

export async function loadPlaywright(): Promise<typeof import('playwright-core')> {
  try {
    return await import('playwright-core');
  } catch (error) {
    throw cannotStart(WITHOUT_PLAYWRIGHT, error);
  }
}

const WITHOUT_PLAYWRIGHT =
  'the package playwright-core is not installed. Install it next to feedctl: ' +
  'npm install --global playwright-core (without --global where feedctl belongs to a project).';

const AS_ROOT =
  'Chromium has no sandbox when root runs it. Run feedctl as another user, or, where something ' +
  `else isolates it, such as a container, set ${SERVICE_SETTINGS.browserNoSandbox.name}=1.`;

function launchReason(error: unknown, browserPath: string): string {
  const text = error instanceof Error ? error.message : '';
  if (/ENOENT|doesn't exist|does not exist/.test(text)) {
    return `there is no file ${browserPath}. Set ${SERVICE_SETTINGS.browser.name} to the path of a Chromium.`;
  }
  if (/EACCES/.test(text)) return `this user cannot execute ${browserPath}.`;
  if (/sandboxing failed|No usable sandbox/.test(text)) {
    return (
      'its sandbox cannot be used here. Allow user namespaces, or, where something else isolates ' +
      `it, such as a container, set ${SERVICE_SETTINGS.browserNoSandbox.name}=1.`
    );
  }
  if (/Timeout/.test(text)) return `${browserPath} did not respond in time.`;
  return `${browserPath} exited immediately. Set ${SERVICE_SETTINGS.browser.name} to the path of a Chromium.`;
}

/**
 * The error for a browser that cannot start: the page is empty without JavaScript, and this is why.
 */
export function cannotStart(why: string, cause?: unknown): SourceError {
  return new SourceError(
    'NEEDS_JAVASCRIPT',
    `The page needs a browser, and the one of ${SERVICE_SETTINGS.browser.name} cannot be used: ${why}`,
    { cause },
  );
}

/** Time for the browser to close something before it is killed. */
const KILL_AFTER_MS = 2_000;

/** Waits for something to close, and kills the browser after a timeout. */
export async function killOnTimeout(closing: Promise<unknown>, kill: () => void): Promise<void> {
  const timer = setTimeout(kill, KILL_AFTER_MS);
  try {
    await closing;
  } catch {
    // This promise ends when the browser closes.
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Rejects some time after `signal` was aborted, in case killing the browser did not help because
 * its earlier output is still being processed.
 */
export function cancelled(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const later = () => setTimeout(() => reject(signal.reason), KILL_AFTER_MS + 500).unref();
    signal.addEventListener('abort', later, { once: true });
  });
}
