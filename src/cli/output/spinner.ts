import { plainOutput } from '../kit/plain.js';
import type { OutputStream } from '../terminal/streams.js';

/** Delay before the spinner appears, to avoid flicker. */
const DELAY_MS = 300;
const FRAME_MS = 80;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const CLEAR_LINE = '\r\u001b[2K';

/** Waits for work; on a terminal, shows a spinner when it takes a while. */
export async function withSpinner<T>(
  stream: OutputStream,
  label: string,
  work: () => Promise<T>,
): Promise<T> {
  let frame = 0;
  const text = plainOutput(label);
  const draw = () => {
    const mark = FRAMES[frame % FRAMES.length] ?? '';
    frame += 1;
    void stream.write(`${CLEAR_LINE}${mark} ${text}`).catch(() => {});
  };
  let ticking: NodeJS.Timeout | undefined;
  const waiting = setTimeout(() => {
    draw();
    ticking = setInterval(draw, FRAME_MS);
  }, DELAY_MS);
  try {
    return await work();
  } finally {
    clearTimeout(waiting);
    clearInterval(ticking);
    if (frame > 0) await stream.write(CLEAR_LINE);
  }
}
